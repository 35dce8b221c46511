import { fileURLToPath } from 'node:url'
import type { ExitCode } from '../../src/exit-code.ts'
import type { Io } from '../../src/io.ts'
import { run } from '../../src/run.ts'

/** The result of one command line. */
export interface Outcome {
  readonly code: ExitCode
  readonly stdout: string
  readonly stderr: string
}

/** The environment of a command line in tests. */
export interface World {
  readonly stdin?: readonly (string | Uint8Array)[]
  readonly env?: Io['env']
  readonly terminal?: boolean
  /** Whether standard input is a terminal. */
  readonly person?: boolean
  /** Width of the terminal. */
  readonly columns?: number
}

/** Returns the path of a fixture. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))
}

/** Runs a command line with collectors for its output, at 9:30 on 13 March 2026. */
export async function lamella(argv: readonly string[], world: World = {}): Promise<Outcome> {
  const written = { stdout: '', stderr: '' }
  const output = (name: keyof typeof written): Io['stdout'] => ({
    isTTY: world.terminal ?? false,
    columns: world.columns,
    write: (text) => {
      written[name] += text
    },
  })
  const code = await run(argv, {
    stdin: Object.assign(chunks(world.stdin ?? []), { isTTY: world.person ?? false }),
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: world.env ?? {},
    now: () => new Date('2026-03-13T09:30:00Z'),
    interrupted: async () => {},
  })
  return { code, ...written }
}

async function* chunks(list: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* list
}
