import { CommanderError } from 'commander'
import type { Io } from './io.ts'
import { describeError } from './problem.ts'
import { createProgram } from './program.ts'

/** 0: done. 1: it could not be done. 2: the command line itself is wrong. */
export type ExitCode = 0 | 1 | 2

/**
 * Runs one command line. It never throws and never ends the process.
 *
 * @param argv the arguments, without the program's name
 * @example
 * process.exitCode = await run(['explain', './agent', '--window', '8000'], processIo())
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    await createProgram(io).parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    // The library has written its message already, and --help and --version arrive here too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    io.stderr.write(describeError(error, io))
    return 1
  }
}
