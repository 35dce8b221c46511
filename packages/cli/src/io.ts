/** A text output: a stream of the process, or a collector in a test. */
export interface Output {
  /** Returns `false` if the buffer is full; `drain` then signals that it accepts more. */
  write(text: string): unknown
  once?(event: 'drain', listener: () => void): unknown
  readonly isTTY?: boolean | undefined
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined
}

/** A text input. */
export interface Input extends AsyncIterable<string | Uint8Array> {
  /** Whether the input is a terminal, so that a user can answer. */
  readonly isTTY?: boolean | undefined
}

/** Everything outside that a command may access, except files. */
export interface Io {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The current time: a command line may read the clock, the libraries may not. */
  now(): Date
  /** Resolves when the user or the system asks the program to end. */
  interrupted(): Promise<void>
}

/** Returns the streams, the environment and the clock of this process. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process
  return { stdin, stdout, stderr, env, now: () => new Date(), interrupted }
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve())
  })
}
