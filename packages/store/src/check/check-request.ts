import type { NewCompaction } from '@lamella/core/plugin'
import { isObject, suggest } from '@lamella/core/plugin'
import type { Compaction } from '../contract/session-compactions.ts'
import type { ImportOptions } from '../contract/session-transfer.ts'
import type { AppendOptions, ChangeOptions, ListRequest, PageRequest } from '../contract/session-values.ts'
import { checkId, checkText, invalid } from './check.ts'
import { checkNative, sameNative } from './check-native.ts'

/** The maximum number of characters (UTF-16 units) in an operation's name. */
const longestOperation = 200

/** Validated options for a change. */
export interface Change {
  readonly expectedRevision: number | undefined
  readonly operation: string | undefined
  /** ISO 8601 instant. */
  readonly at: string | undefined
}

/** Validated options for adding messages. */
export interface AppendChange extends Omit<Change, 'at'> {
  /** One for each message: an ISO 8601 instant, or none. */
  readonly times: readonly (string | undefined)[]
}

const changeFields: readonly string[] = ['expectedRevision', 'operation', 'at']

type ChangeKind = 'change' | 'put' | 'create' | 'shared'

/** The fields of the options of each kind of change. */
const fieldsOf: Readonly<Record<ChangeKind, readonly string[]>> = {
  change: changeFields,
  put: ['expectedRevision', 'at'],
  create: ['at'],
  shared: [...changeFields, 'permission'],
}

/**
 * Checks the options of a change.
 *
 * @param kind `change`: `ChangeOptions` and `BlockAppendOptions`; `put`: `PutOptions`; `create`: `BlockCreateOptions`; `shared`:
 * `SharedAppendOptions`
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export function checkChange(options: ChangeOptions = {}, kind: ChangeKind = 'change'): Change {
  const { at } = mustBeRecord('options', options, fieldsOf[kind])
  return { ...expectation(options), at: at === undefined ? undefined : instantOf('options.at', at) }
}

/** Checks `AppendOptions` for the given number of messages. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkAppend(given: AppendOptions | undefined, messages: number): AppendChange {
  const options = given === undefined ? {} : given
  const { at } = mustBeRecord('options', options, changeFields)
  if (!Array.isArray(at)) {
    const time = at === undefined ? undefined : instantOf('options.at', at)
    return { ...expectation(options), times: new Array(messages).fill(time) }
  }
  if (at.length !== messages) {
    throw invalid('options.at', `is a list of ${at.length} times for ${messages} messages`)
  }
  const times = Array.from(at, (time: unknown, index) =>
    time === undefined ? undefined : instantOf(`options.at[${index}]`, time),
  )
  return { ...expectation(options), times }
}

function expectation({ expectedRevision, operation }: AppendOptions): Omit<Change, 'at'> {
  return {
    expectedRevision:
      expectedRevision === undefined ? undefined : whole('options.expectedRevision', expectedRevision, 0),
    operation: operation === undefined ? undefined : checkText('options.operation', operation, longestOperation),
  }
}

/** Validated limits of a page. */
export interface PageLimits {
  /** The page ends before this position, which can be past the end of the session. */
  readonly before: number
  /** Infinity: all. */
  readonly messages: number
  /** Infinity: any. */
  readonly size: number
}

/** A position after every message, for `before` and `end`: stores that take no Infinity take this. */
const furthest = Number.MAX_SAFE_INTEGER

const pageFields: readonly string[] = ['before', 'messages', 'size']

/** Checks a `PageRequest`. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkPage(request: PageRequest = {}): PageLimits {
  const {
    before = furthest,
    messages = 50,
    size = Number.POSITIVE_INFINITY,
  } = mustBeRecord('request', request, pageFields)
  return {
    before: Math.min(furthest, limit('request.before', before, 0)),
    messages: limit('request.messages', messages, 1),
    size: limit('request.size', size, 0),
  }
}

/** Checks a range of positions. The end is not before the start. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkRange(start: number, end: number): [start: number, end: number] {
  const from = Math.min(limit('start', start, 0), furthest)
  return [from, Math.max(from, Math.min(limit('end', end, 0), furthest))]
}

/**
 * Checks a `ListRequest`.
 *
 * @param also Fields that a request of the caller has besides.
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export function checkList(
  request: ListRequest = {},
  also: readonly string[] = [],
): { readonly after: string | undefined; readonly limit: number } {
  const { after, limit: most = 100 } = mustBeRecord('request', request, ['after', 'limit', ...also])
  if (after !== undefined && typeof after !== 'string') throw invalid('request.after', 'is not a string')
  return { after, limit: limit('request.limit', most, 1) }
}

/** Checks the id in `ImportOptions`, if given. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkImport(options: ImportOptions = {}): string | undefined {
  const { session } = mustBeRecord('options', options, ['session'])
  return session === undefined ? undefined : checkId('options.session', session)
}

/** Checks a compaction, and drops other keys. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkCompaction(compaction: NewCompaction): NewCompaction {
  const { start, end, text, native } = mustBeRecord('compaction', compaction)
  whole('compaction.start', start, 0)
  whole('compaction.end', end, 0)
  if (start >= end) throw invalid('compaction', `covers no message: ${start} to ${end}`)
  const checked = { start, end, text: checkText('compaction.text', text, Number.POSITIVE_INFINITY) }
  return native === undefined ? checked : { ...checked, native: checkNative('compaction.native', native) }
}

/**
 * Checks that a session has the messages before a position.
 *
 * @param what The name of the position: `compaction.end`, or `at` of a fork.
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export function mustReach(what: string, position: number, length: number): void {
  if (position > length) throw invalid(what, `is ${position}, past the ${length} messages of the session`)
}

/** Checks whether two compactions have the same range, text and native summary. */
export function sameCompaction(a: Compaction, b: NewCompaction): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text && sameNative(a.native, b.native)
}

/** Checks a whole number, `least` or more, or Infinity. */
export function limit(what: string, value: unknown, least: number): number {
  return value === Number.POSITIVE_INFINITY ? value : whole(what, value, least)
}

/** Checks a whole number, `least` or more. */
export function whole(what: string, value: unknown, least: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number
  throw invalid(what, `is ${typeof value === 'number' ? value : typeof value}, not a whole number, ${least} or more`)
}

/** Checks an instant in the format that stores write. */
export function checkInstant(what: string, value: unknown): string {
  const time = new Date(typeof value === 'string' ? value : Number.NaN)
  if (Number.isNaN(time.getTime()) || time.toISOString() !== value) throw invalid(what, 'is not an ISO 8601 instant')
  return value as string
}

/** Formats a point in time as text. */
export function instantOf(what: string, at: unknown): string {
  if (!(at instanceof Date)) throw invalid(what, 'is not a Date')
  if (Number.isNaN(at.getTime())) throw invalid(what, 'is an invalid Date')
  return at.toISOString()
}

/**
 * Returns the value, if it is an object that is not an array, and has no other fields than those that are `known`.
 *
 * @param problem What is said of another field.
 */
export function mustBeRecord<Value extends object>(
  what: string,
  value: Value,
  known?: readonly string[],
  problem = 'is an unknown field',
): Value {
  if (!isObject(value)) throw invalid(what, 'is not an object')
  if (known === undefined) return value
  for (const key in value) {
    if (known.includes(key) || value[key] === undefined) continue
    const meant = suggest(key, known)
    throw invalid(`${what}.${key}`, `${problem}${meant === undefined ? '' : `; '${meant}' is one`}`)
  }
  return value
}
