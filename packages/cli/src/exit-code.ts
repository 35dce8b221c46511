/** 0: success. 1: failure, or a problem was found. 2: the command line is invalid. */
export type ExitCode = 0 | 1 | 2

/** Sets the exit code for a command that completed but found a problem. */
export type End = (code: ExitCode) => void
