import type { Message } from '@lamella/core'
import { isLamellaError } from '@lamella/core'
import { isObject, mustReadFormat } from '@lamella/core/plugin'
import { checkId, messageTexts } from '../check/check.ts'
import { checkChange, checkCompaction, checkInstant, mustReach, whole } from '../check/check-request.ts'
import type { Compaction } from '../contract/session-compactions.ts'
import type { SessionInfo } from '../contract/session-values.ts'
import type { Fail } from './session-history.ts'
import { type ExportedMessage, type ExportedOperation, sessionLinesVersion } from './session-lines.ts'

/** The fields of a line. */
export type Fields = Readonly<Record<string, unknown>>

/** Parses a line as an object. */
export function fieldsOf(line: unknown, fail: Fail): Fields {
  if (typeof line !== 'string') return fail(`is ${typeof line}, not a string`)
  if (line === '') return fail('is empty')
  if (line.startsWith('\uFEFF')) return fail('begins with a byte order mark')
  if (line.endsWith('\r')) return fail('ends with a carriage return')
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return fail('is not JSON')
  }
  return isObject(value) ? value : fail('is not an object')
}

/** Reads the header line. */
export function infoOf(fields: Fields, fail: Fail): SessionInfo {
  const { lamella, version, id, revision, length, size, createdAt, updatedAt, forkedFrom } = fields
  if (lamella !== 'session') fail('is not the start of an exported session')
  mustReadFormat(version, {
    format: 'exported session',
    what: 'The export',
    known: sessionLinesVersion,
    from: '@lamella/store',
  })
  if (version !== sessionLinesVersion) fail(`has version ${shown(version)}; supported is ${sessionLinesVersion}`)
  return kept(fail, () => ({
    id: checkId('id', id),
    revision: whole('revision', revision, 1),
    length: whole('length', length, 0),
    size: whole('size', size, 0),
    ...(createdAt === undefined ? {} : { createdAt: checkInstant('createdAt', createdAt) }),
    ...(updatedAt === undefined ? {} : { updatedAt: checkInstant('updatedAt', updatedAt) }),
    ...(forkedFrom === undefined ? {} : { forkedFrom: originOf(forkedFrom) }),
  }))
}

function originOf(value: unknown): { readonly session: string; readonly at: number } {
  const { session, at } = isObject(value) ? value : {}
  return { session: checkId('forkedFrom.session', session), at: whole('forkedFrom.at', at, 0) }
}

/** Reads the message of a line. */
export function messageOf({ position, revision, at, message }: Fields, expected: number, fail: Fail): ExportedMessage {
  if (position !== expected) fail(`is message ${shown(position)} instead of ${expected}`)
  return kept(fail, () => {
    const [text = ''] = messageTexts([message as Message])
    return {
      text,
      revision: whole('revision', revision, 1),
      at: at === undefined ? undefined : checkInstant('at', at),
    }
  })
}

/** Reads the compaction of a line, in a session of `length` messages. */
export function compactionOf(value: unknown, length: number, fail: Fail): Compaction {
  return kept(fail, () => {
    const compaction = checkCompaction(value as Compaction)
    mustReach('compaction.end', compaction.end, length)
    const { revision, at } = value as Compaction
    const own = { ...compaction, revision: whole('compaction.revision', revision, 1) }
    return at === undefined ? own : { ...own, at: checkInstant('compaction.at', at) }
  })
}

/** Reads the operation of a line. */
export function operationOf(value: unknown, fail: Fail): ExportedOperation {
  const { name, revision } = isObject(value) ? value : {}
  return kept(fail, () => {
    const { operation = '' } = checkChange({ operation: name as string })
    return { name: operation, revision: whole('operation.revision', revision, 1) }
  })
}

/** Converts a value check's error to a problem of the line. */
function kept<Value>(fail: Fail, check: () => Value): Value {
  try {
    return check()
  } catch (error) {
    if (!isLamellaError<'STORE_VALUE_INVALID'>(error, 'STORE_VALUE_INVALID')) throw error
    return fail(`has an invalid value: ${error.details.what} ${error.details.problem}`)
  }
}

/** Shows a number, or the type of another value: objects may fail to convert to text. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeof value
}
