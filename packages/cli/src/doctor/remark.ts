import { isLamellaError, type LamellaError, type Notice } from '@lamella/core'
import { noticeText } from '@lamella/core/plugin'
import { howToFix } from '../problem.ts'

/** The severity of a remark: fine, a note, or a problem to fix. */
export type Mark = 'ok' | 'note' | 'problem'

/** One result of a check. */
export interface Remark {
  readonly mark: Mark
  readonly text: string
  /** How to fix it. Required for problems. */
  readonly fix?: string
  /** The affected files, if there are many. */
  readonly files?: readonly string[]
  /** The code of the underlying notice or error. */
  readonly code?: string
}

/** The results for one part of a workspace. */
export interface Section {
  readonly title: string
  readonly remarks: readonly Remark[]
}

export function ok(text: string): Remark {
  return { mark: 'ok', text }
}

export function note(text: string): Remark {
  return { mark: 'note', text }
}

export function problem(text: string, fix: string, code?: string): Remark {
  return code === undefined ? { mark: 'problem', text, fix } : { mark: 'problem', text, fix, code }
}

/** Notices about intended limits or omissions. */
const minor = new Set(['NOTES_OMITTED', 'RESOURCES_OMITTED', 'SESSION_MARK_REMOVED', 'SESSION_SYSTEM_OMITTED'])

/** Fixes on the command line, for notices whose own fix is for programs. */
const fixes: Readonly<Record<string, string>> = {
  SESSION_LINE_BROKEN: 'Correct or remove the line.',
  SESSION_TAIL_TORN: 'Run `lamella sessions repair`.',
  INDEX_INCONSISTENT: 'Run `lamella sessions repair`.',
  ERASE_PENDING: 'Run `lamella sessions repair`.',
  SKILL_IRREGULAR: 'Correct the file.',
}

/** The fix for notices that name none. */
const anyFix = 'Look the code up in the list of error codes.'

/** Converts a notice to a remark: a problem, unless it reports an intended limit or omission. */
export function remarkOf(notice: Notice): Remark {
  const { code, what } = notice
  if (minor.has(code)) return { mark: 'note', text: noticeText(notice), code }
  return problem(what, fixes[code] ?? notice.fix ?? anyFix, code)
}

/** Converts an error to a remark, with the fix on the command line. */
function remarkOfError(error: LamellaError): Remark {
  return problem(error.what, howToFix(error), error.code)
}

/** Returns the result of a check, or its error as a remark; throws only unexpected errors. */
export async function orProblem(check: () => Promise<readonly Remark[]>): Promise<readonly Remark[]> {
  try {
    return await check()
  } catch (error) {
    if (isLamellaError(error)) return [remarkOfError(error)]
    throw error
  }
}
