import { CommanderError } from 'commander'
import type { ExitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { cliError, describeError, exitCodeFor } from './problem.ts'
import { createProgram } from './program.ts'

/**
 * Runs one command line. Never throws and never ends the process.
 *
 * @param argv the arguments, without the program's name
 * @example
 * process.exitCode = await run(['explain', './agent', '--window', '8000'], processIo())
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    let code: ExitCode = 0
    const program = createProgram(io, (found) => {
      code = found
    })
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    // The library has already printed its message; --help and --version also arrive here.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    io.stderr.write(describeError(named(error), io))
    return exitCodeFor(error)
  }
}

/** Names what the system says of relative paths when another program has deleted the current folder. */
function named(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd')) return error
  const fix = 'Change to a folder that exists, and run the command again.'
  return cliError('CURRENT_FOLDER_MISSING', 'The current folder no longer exists.', fix, {}, error)
}
