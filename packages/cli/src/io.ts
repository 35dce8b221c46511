/** Where text goes: a stream of the process, or a collector in a test. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  /** Width of the terminal, in characters. */
  readonly columns?: number | undefined
}

/** Everything of the world outside that a command may touch, files apart. */
export interface Io {
  readonly stdin: AsyncIterable<string | Uint8Array>
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
