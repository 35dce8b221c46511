import { inspect } from 'node:util'
import { errorsOf, isLamellaError, type LamellaError, type MakeError } from '@lamella/core'
import type { ExitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { paletteFor } from './palette.ts'
import { plain } from './plain.ts'

/** What each error of the command line tells beside its message. */
export interface CliErrorDetails {
  /** The file that an export should go to is there already, or cannot be written. */
  EXPORT_UNWRITABLE: { readonly file: string }
  /** What is to be imported cannot be read. */
  IMPORT_UNREADABLE: { readonly file: string }
  /** There is not one message in what is to be imported. */
  IMPORT_EMPTY: { readonly file: string }
  /** A file, or standard input, is larger than the command line reads. */
  INPUT_TOO_LARGE: { readonly file: string; readonly maxBytes: number }
  /** Something is to be deleted, and nobody has confirmed it. */
  NOT_CONFIRMED: object
  /** A store has no session of the scope, or more than one and nothing says which is meant. */
  SESSION_NOT_NAMED: { readonly store: string; readonly sessions: readonly string[] }
  /** What was given as a session has not one message. */
  SESSION_UNRECOGNIZED: { readonly file: string }
  /** There is no store at a path. */
  STORE_MISSING: { readonly store: string }
  /** What is at a path is neither a folder nor a database. */
  STORE_UNKNOWN: { readonly store: string }
  /** The package for databases cannot be loaded. */
  STORE_UNSUPPORTED: { readonly store: string }
  /** The file of tools cannot be read. */
  TOOLS_UNREADABLE: { readonly file: string }
  /** The file of tools is not a JSON list of tool definitions. */
  TOOLS_INVALID: { readonly file: string }
}

/** Makes an error of the command line. */
export const cliError: MakeError<CliErrorDetails> = errorsOf<CliErrorDetails>()

/** Errors that say that the command line itself is wrong. */
const ofTheCommandLine = ['SESSION_NOT_NAMED', 'SESSION_UNRECOGNIZED']

/** The exit code for something that was thrown. */
export function exitCodeFor(error: unknown): ExitCode {
  return isLamellaError(error) && ofTheCommandLine.includes(error.code) ? 2 : 1
}

/** How to fix it on the command line, where an error's own words speak of the library's functions. */
const fixes: Readonly<Record<string, string>> = {
  BUDGET_INVALID: 'Make --window larger, or --reserve smaller.',
  IMPORT_INVALID: 'Import the whole of what `lamella sessions export` wrote. Nothing has been changed.',
  SESSION_EXISTS: 'Import it by another id (--as), or delete the one that is there.',
  SESSION_MISSING: '`lamella sessions list` has those that are there; --tenant, --user and --agent say whose.',
  SESSION_TOO_LARGE: 'Split the file.',
  MODEL_UNKNOWN:
    'Correct --model, or give --window <tokens>; if its tokens cannot be counted, add --encoding o200k_base for an estimate.',
}

/** The lines that are printed for an error: its code, what happened, how to fix it; with LAMELLA_DEBUG its stack too. */
export function describeError(error: unknown, io: Pick<Io, 'env' | 'stderr'>): string {
  const { red, dim } = paletteFor(io.stderr, io.env)
  const debug = io.env['LAMELLA_DEBUG'] ? `${dim(inspect(error))}\n` : ''
  if (!isLamellaError(error)) {
    const what = error instanceof Error ? error.message : String(error)
    return `${red('error')}: ${plain(what)}\n  This is a bug in Lamella. LAMELLA_DEBUG=1 shows where it happened.\n${debug}`
  }
  return `${red(`error [${error.code}]`)}: ${plain(error.summary)}\n  ${plain(howToFix(error))}\n${debug}`
}

/** What to do about an error, on the command line. */
export function howToFix(error: LamellaError): string {
  if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) return fixes[error.code] ?? error.fix
  // Both sizes, since a reserve that is not given grows with the window.
  const { smallestWindow, reserve } = error.details
  return `--window ${smallestWindow} --reserve ${reserve} works. So may fewer tools, or shorter instruction files.`
}
