import { LamellaError, type Notice } from '@lamella/core'
import { invalid } from '../check/check.ts'
import type { Compaction } from '../contract/session-compactions.ts'
import type { SessionInfo } from '../contract/session-values.ts'
import { isAsWritten, isForeign, noticesOf } from './later-fields.ts'
import { createHistory, type ExportedChange, type Fail, type SessionHistory } from './session-history.ts'
import { compactionOf, type Fields, fieldsOf, infoOf, messageOf, operationOf } from './session-line-values.ts'
import {
  compactionLine,
  type ExportedMessage,
  endLine,
  headerLine,
  messageLine,
  operationLine,
} from './session-lines.ts'

/** A session as read from its lines, validated. */
export interface ExportedSession {
  readonly info: SessionInfo
  readonly messages: readonly ExportedMessage[]
  /** Oldest first, including those from the start of a fork. */
  readonly compactions: readonly Compaction[]
  /** By revision; the initial content of a fork is not a change. */
  readonly changes: readonly ExportedChange[]
  /** What was left out since only later releases know it. Absent: nothing. */
  readonly notices?: readonly Notice[]
}

/** Kinds of lines, in their order. */
const kinds = ['lamella', 'message', 'compaction', 'operation', 'end'] as const

/**
 * Reads the lines of an exported session. All lines must be present, exactly as `writeSessionLines` writes them, and
 * consistent: incomplete sessions are rejected. Fields and kinds of lines that a later release has added are left out, and a
 * notice names them.
 *
 * @throws LamellaError `IMPORT_INVALID`, `FORMAT_NEWER`, `STORE_VALUE_INVALID` for a value that is not a list of lines
 */
export async function readSessionLines(lines: AsyncIterable<string> | Iterable<string>): Promise<ExportedSession> {
  if (!isIterable(lines)) throw invalid('lines', 'are not a list or stream of lines')
  let number = 0
  const fail: Fail = (problem) => {
    throw importInvalid(number, problem)
  }
  let kind = -1
  let info: SessionInfo | undefined
  let history: SessionHistory = createHistory(undefined, fail)
  const messages: ExportedMessage[] = []
  const compactions: Compaction[] = []
  const unknown = new Set<string>()
  let size = 0

  /** Writes the line's content again; `undefined` for a kind that only later releases know. */
  function take(fields: Fields): string | undefined {
    const own = kinds.findIndex((key) => Object.hasOwn(fields, key))
    const name = kinds[own]
    if (name === undefined && (kind === -1 || isForeign(fields)))
      return fail(`is not one of a session's: ${kinds.join(', ')}`)
    if (name === undefined) return undefined
    if (kind === -1 && own !== 0) return fail('is not the start of an exported session')
    if (own < kind || (own === kind && own === 0)) return fail(`follows one of a later kind: '${kinds[kind]}'`)
    kind = own
    switch (name) {
      case 'lamella':
        info = infoOf(fields, fail)
        history = createHistory(info.forkedFrom?.at, fail)
        return headerLine(info)
      case 'message': {
        const message = messageOf(fields, messages.length, fail)
        history.message(message)
        size += message.text.length
        return messageLine(messages.push(message) - 1, message)
      }
      case 'compaction': {
        const compaction = compactionOf(fields['compaction'], messages.length, fail)
        history.compaction(compaction)
        compactions.push(compaction)
        return compactionLine(compaction)
      }
      case 'operation': {
        const operation = operationOf(fields['operation'], fail)
        history.operation(operation)
        return operationLine(operation)
      }
      case 'end':
        // The number of lines before it, counted from 1.
        return endLine(number - 1)
      default:
        name satisfies never
        return name
    }
  }

  for await (const line of lines) {
    number++
    const isEnded = kinds[kind] === 'end'
    if (isEnded && line === '') continue
    if (isEnded) fail('follows the end')
    const fields = fieldsOf(line, fail)
    const written = take(fields)
    if (!isAsWritten(line, fields, written, unknown))
      fail(kinds[kind] === 'end' ? `is not ${written}` : 'is not as export() writes it')
  }
  if (kinds[kind] !== 'end' || info === undefined) {
    number++
    return fail('is missing: the last line of a session counts the others')
  }
  const changes = history.changes()
  mustFit(info, { length: messages.length, size, changes }, fail)
  const notices = noticesOf(unknown)
  return { info, messages, compactions, changes, ...(notices.length > 0 && { notices }) }
}

function isIterable(lines: unknown): boolean {
  return typeof lines === 'object' && lines !== null && (Symbol.asyncIterator in lines || Symbol.iterator in lines)
}

/** Checks that the header matches the content. */
function mustFit(
  { revision, length, size, createdAt, updatedAt }: SessionInfo,
  found: { readonly length: number; readonly size: number; readonly changes: readonly ExportedChange[] },
  fail: Fail,
): void {
  if (length !== found.length || size !== found.size) {
    const began = `it began as one of ${length} and ${size}`
    fail(`ends a session of ${found.length} messages and size ${found.size}; ${began}`)
  }
  const last = found.changes.at(-1)?.revision ?? 1
  if (revision !== last) fail(`ends a session at revision ${last}; it began as one at ${revision}`)
  const firstAt = found.changes.find((change) => change.firstAt !== undefined)?.firstAt
  const lastAt = found.changes.findLast((change) => change.lastAt !== undefined)?.lastAt
  if (createdAt !== firstAt || updatedAt !== lastAt) {
    fail('ends a session whose createdAt and updatedAt are not the first and the last time of its changes')
  }
}

function importInvalid(line: number, problem: string): LamellaError<'IMPORT_INVALID'> {
  return new LamellaError({
    code: 'IMPORT_INVALID',
    what: `Line ${line} ${problem}.`,
    fix: 'Import all lines from export(), one at a time and without their line breaks. Nothing was changed.',
    details: { line, problem },
  })
}
