import { inspect } from 'node:util'
import { isLamellaError, type LamellaError } from '@lamella/core'
import { errorsOf, type MakeError } from '@lamella/core/plugin'
import type { ExitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { paletteFor } from './palette.ts'
import { plain } from './plain.ts'
import { wrap } from './text/wrap.ts'

/** The details of each command line error, in addition to its message. */
export interface CliErrorDetails {
  /** A recording has no build of that number, or it failed. */
  BUILD_MISSING: { readonly file: string; readonly number: number }
  /** The current folder has been deleted. */
  CURRENT_FOLDER_MISSING: object
  /** No PostgreSQL database is named, neither as an argument nor by `DATABASE_URL`. */
  DATABASE_NOT_NAMED: object
  /** The export file already exists, or cannot be written. */
  EXPORT_UNWRITABLE: { readonly file: string }
  /** The data to import cannot be read. */
  IMPORT_UNREADABLE: { readonly file: string }
  /** The data to import has no messages. */
  IMPORT_EMPTY: { readonly file: string }
  /** A file or standard input is over the size limit. */
  INPUT_TOO_LARGE: { readonly file: string; readonly maxBytes: number }
  /** A deletion was not confirmed. */
  NOT_CONFIRMED: object
  /** A package that only some commands need is not installed, or cannot be loaded. */
  PACKAGE_MISSING: { readonly packages: readonly string[] }
  /** A file is not a recording. */
  RECORDING_INVALID: { readonly file: string }
  /** A recording cannot be read. */
  RECORDING_UNREADABLE: { readonly file: string }
  /** A recording cannot be written. */
  RECORDING_UNWRITABLE: { readonly file: string }
  /** A store has no session of the scope, or several and none is selected; or a session is selected without a store. */
  SESSION_NOT_NAMED: { readonly store: string; readonly sessions: readonly string[] }
  /** The given session has no messages. */
  SESSION_UNRECOGNIZED: { readonly file: string }
  /** A snapshot cannot be read. */
  SNAPSHOT_UNREADABLE: { readonly file: string }
  /** A snapshot cannot be written. */
  SNAPSHOT_UNWRITABLE: { readonly file: string }
  /** The config of `lamella snapshot` has no requests, or an invalid one. */
  SNAPSHOTS_INVALID: { readonly file: string }
  /** The config of `lamella snapshot` cannot be read. */
  SNAPSHOTS_UNREADABLE: { readonly file: string }
  /** No store exists at a path. */
  STORE_MISSING: { readonly store: string }
  /** The path is neither a folder nor a database. */
  STORE_UNKNOWN: { readonly store: string }
  /** The store has no index. */
  STORE_UNSUPPORTED: { readonly store: string }
  /** The tools file cannot be read. */
  TOOLS_UNREADABLE: { readonly file: string }
  /** The tools file is not a JSON list of tool definitions. */
  TOOLS_INVALID: { readonly file: string }
  /** A file has no request whose tokens are known. */
  USAGE_MISSING: { readonly file: string }
  /** The folder for a new workspace has some of its files. */
  WORKSPACE_EXISTS: { readonly folder: string; readonly files: readonly string[] }
  /** A new workspace cannot be written. */
  WORKSPACE_UNWRITABLE: { readonly folder: string }
}

/** Creates an error of the command line. */
export const cliError: MakeError<CliErrorDetails> = errorsOf<CliErrorDetails>()

/** Returns the code of a cause, such as `ENOENT`, as messages have it in brackets. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
}

/** Creates the error for a new file that is there already, or cannot be written. */
export function exportUnwritable(file: string, cause: unknown): Error {
  const code = codeOf(cause)
  const isThere = code === 'EEXIST'
  const message = isThere ? `The file '${file}' already exists.` : `The file '${file}' cannot be written (${code}).`
  const fix = isThere ? 'Choose another name, or move the existing file.' : 'Check the path, and the free disk space.'
  return cliError('EXPORT_UNWRITABLE', message, fix, { file }, cause)
}

/** Errors that mean that the command line itself is invalid. */
const usageErrors = [
  'BUILD_MISSING',
  'DATABASE_NOT_NAMED',
  'RECORDING_INVALID',
  'SESSION_NOT_NAMED',
  'SESSION_UNRECOGNIZED',
  'SNAPSHOTS_INVALID',
  'USAGE_MISSING',
]

/** Returns the exit code for a thrown value. */
export function exitCodeFor(error: unknown): ExitCode {
  return isLamellaError(error) && usageErrors.includes(error.code) ? 2 : 1
}

/** Fixes on the command line, for errors whose own fix is for programs. */
const fixes: Readonly<Record<string, string>> = {
  BUDGET_INVALID: 'Increase --window, or decrease --reserve.',
  IMPORT_INVALID: 'Import the complete output of `lamella sessions export`. Nothing has been changed.',
  SESSION_EXISTS: 'Import it under another id (--as), or delete the existing one.',
  SESSION_MISSING:
    'Run `lamella sessions list` to see existing sessions; --tenant, --user and --agent select the owner.',
  SESSION_TOO_LARGE: 'Split the file.',
  SQLITE_UNAVAILABLE:
    'Use Node 22.13 or later, which has SQLite built in, or install better-sqlite3 again where @lamella/cli is: it then says what its build needs.',
  MCP_TOKEN_REQUIRED: 'Set LAMELLA_MCP_TOKEN to a token that clients must send, or leave out --host.',
  MODEL_UNKNOWN: 'Correct --model, or pass --window <tokens>, and --encoding o200k_base for an estimate of its tokens.',
}

/** Returns the lines to print for an error, without passwords. */
export function describeError(error: unknown, io: Pick<Io, 'env' | 'stderr'>): string {
  return withoutPasswords(linesOf(error, io))
}

/** Returns the lines to print for an error: its code, what happened, how to fix it; with LAMELLA_DEBUG also its stack. */
function linesOf(error: unknown, io: Pick<Io, 'env' | 'stderr'>): string {
  const { red, dim } = paletteFor(io.stderr, io.env)
  const debug = io.env['LAMELLA_DEBUG'] ? `${dim(inspect(error))}\n` : ''
  if (!isLamellaError(error)) {
    const what = error instanceof Error ? error.message : String(error)
    return `${red('error')}: ${plain(what)}\n  This is a bug in Lamella. LAMELLA_DEBUG=1 shows where it happened.\n${debug}`
  }
  const head = `error [${error.code}]`
  const what = wrap(plain(inWords(error.what)), io.stderr, head.length + 2, 2)
  return `${red(head)}: ${what}\n  ${wrap(plain(howToFix(error)), io.stderr, 2)}\n${debug}`
}

/** What the operating system's codes mean to somebody at a terminal. */
const causes: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
}

function inWords(what: string): string {
  return what.replace(/(?<=\()E[A-Z]+(?=\))/g, (code) => causes[code] ?? code)
}

/** Returns the fix for an error, on the command line. */
export function howToFix(error: LamellaError): string {
  if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) return fixes[error.code] ?? error.fix
  // Shows both sizes, since the default reserve grows with the window.
  const { smallestWindow, reserve } = error.details
  return `--window ${smallestWindow} --reserve ${reserve} works. Fewer tools or shorter instruction files may also help.`
}

/** Returns text with the passwords of addresses replaced by `***`. */
export function withoutPasswords(text: string): string {
  return text.replace(/\S+/g, hidden).replace(/([?&](?:ssl)?password=)[^\s&'"]*/gi, '$1***')
}

/** Passwords may contain any character, so what is hidden goes up to the last `@`. */
function hidden(word: string): string {
  const scheme = word.search(/postgres(?:ql)?:\/\//)
  const at = word.lastIndexOf('@')
  const colon = scheme < 0 ? -1 : word.indexOf(':', word.indexOf('://', scheme) + 3)
  return colon < 0 || colon > at ? word : `${word.slice(0, colon + 1)}***${word.slice(at)}`
}
