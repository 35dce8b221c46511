/** 0: done. 1: it could not be done, or something is wrong. 2: the command line itself is wrong. */
export type ExitCode = 0 | 1 | 2

/** Says with which code the program shall end, of a command that has done its work and found something wrong. */
export type End = (code: ExitCode) => void
