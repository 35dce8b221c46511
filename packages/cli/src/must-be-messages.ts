import type { Session } from '@lamella/core'
import { cliError } from './problem.ts'

/**
 * Checks that most lines of a file are messages. A process that died leaves a torn line; a file of which most is
 * something else is not a session.
 *
 * @throws LamellaError `SESSION_UNRECOGNIZED`
 */
export function mustBeMessages(path: string, { length, notices = [] }: Pick<Session, 'length' | 'notices'>): void {
  const broken = notices.filter(({ code }) => code === 'SESSION_LINE_BROKEN')
  const lines = broken.reduce((sum, { details }) => sum + (Number(details?.['more']) || 1), 0)
  if (lines <= length) return
  if (length === 0) throw unrecognized(path, 'is not a session: none of its lines is a message')
  throw unrecognized(path, `is not a session: most of its lines are no messages. ${broken[0]?.what}`)
}

/** Returns the error for a path that has no session that can be read. */
export function unrecognized(file: string, problem: string, cause?: unknown, otherFix?: string): Error {
  const message = `'${file}' ${problem.replace(/\.$/, '')}.`
  const fix =
    otherFix ??
    'Pass JSONL with one message per line, the output of `lamella sessions export`, or a store with --session-id. ' +
      "Convert a JSON list to JSONL with: jq -c '.[]' list.json > chat.jsonl"
  return cliError('SESSION_UNRECOGNIZED', message, fix, { file }, cause)
}
