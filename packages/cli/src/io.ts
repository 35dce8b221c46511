/** Where text goes: a stream of the process, or a collector in a test. */
export interface Output {
  /** `false`: it has enough for now, and says `drain` when it can take more. */
  write(text: string): unknown
  once?(event: 'drain', listener: () => void): unknown
  readonly isTTY?: boolean | undefined
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined
}

/** Where text comes from. */
export interface Input extends AsyncIterable<string | Uint8Array> {
  /** Whether a person is at the other end, who can be asked. */
  readonly isTTY?: boolean | undefined
}

/** Everything of the world outside that a command may touch, files apart. */
export interface Io {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The current time: a command line may read the clock, the libraries below it do not. */
  now(): Date
}

/** The streams, the environment and the clock of this process. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process
  return { stdin, stdout, stderr, env, now: () => new Date() }
}
