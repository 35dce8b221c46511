import { isLamellaError, type LamellaError, type Notice } from '@lamella/core'
import { howToFix } from '../problem.ts'

/** How something was found: in order, worth knowing, or to be put right. */
export type Mark = 'ok' | 'note' | 'problem'

/** One thing that was found. */
export interface Remark {
  readonly mark: Mark
  readonly text: string
  /** What to do. Every problem has it. */
  readonly fix?: string
  /** The files that it is about, where there are many. */
  readonly files?: readonly string[]
  /** Of the notice or the error behind it. */
  readonly code?: string
}

/** What was found in one part of a workspace. */
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

/** Notices that tell a limit which is there for good reasons, or what is left out on purpose. */
const mild = new Set(['NOTES_OMITTED', 'RESOURCES_OMITTED', 'SESSION_SYSTEM_OMITTED'])

/** What to do about notices that do not say it themselves. */
const fixes: Readonly<Record<string, string>> = {
  SESSION_LINE_BROKEN: 'Correct the line, or take it out.',
  SESSION_TAIL_TORN: 'Run `lamella sessions repair`.',
  INDEX_INCONSISTENT: 'Run `lamella sessions repair`.',
  ERASE_PENDING: 'Run `lamella sessions repair`.',
  DATABASE_INCONSISTENT: 'Restore a backup, or save what can be saved with .recover of the sqlite3 program.',
  SKILL_IRREGULAR: 'Correct the file.',
}

/** A notice as a remark: its last sentence says what to do, as notices end. */
export function remarkOf({ code, message }: Notice): Remark {
  if (mild.has(code)) return { mark: 'note', text: message, code }
  const fix = fixes[code]
  if (fix !== undefined) return problem(message, fix, code)
  const at = message.endsWith('.') ? Math.max(message.lastIndexOf('. '), message.lastIndexOf(') ')) : -1
  if (at < 1) return problem(message, 'Look at what it says.', code)
  return problem(message.slice(0, at + 1), message.slice(at + 2), code)
}

/** An error as a remark, with what to do on the command line. */
function remarkOfError(error: LamellaError): Remark {
  return problem(error.summary, howToFix(error), error.code)
}

/** What a check gives, or the error that ended it as a remark; only what was not foreseen is thrown. */
export async function orProblem(check: () => Promise<readonly Remark[]>): Promise<readonly Remark[]> {
  try {
    return await check()
  } catch (error) {
    if (isLamellaError(error)) return [remarkOfError(error)]
    throw error
  }
}
