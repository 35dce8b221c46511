import type {
  AppendOptions,
  ChangeOptions,
  Compaction,
  ImportOptions,
  ListRequest,
  NewCompaction,
  PageRequest,
} from '../../contract/session-store.ts'
import { isObject } from '../../options.ts'
import { checkId, checkText, invalid } from './check.ts'

/** Characters (UTF-16 units) of an operation's name. */
const longestOperation = 200

/** How something is changed, checked. */
export interface Change {
  readonly expectedRevision: number | undefined
  readonly operation: string | undefined
  /** ISO 8601 instant. */
  readonly at: string | undefined
}

/** How messages are added, checked. */
export interface AppendChange extends Omit<Change, 'at'> {
  /** One for each message: an ISO 8601 instant, or none. */
  readonly times: readonly (string | undefined)[]
}

/** What `ChangeOptions` and `PutOptions` ask for. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkChange(options: ChangeOptions = {}): Change {
  const { at } = mustBeRecord('options', options)
  return { ...expectation(options), at: at === undefined ? undefined : instantOf('options.at', at) }
}

/** What `AppendOptions` ask for, of so many messages. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkAppend(given: AppendOptions | undefined, messages: number): AppendChange {
  const options = given === undefined ? {} : given
  const { at } = mustBeRecord('options', options)
  if (!Array.isArray(at)) {
    const time = at === undefined ? undefined : instantOf('options.at', at)
    return { ...expectation(options), times: Array.from({ length: messages }, () => time) }
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

/** Limits of a page, checked. */
export interface PageLimits {
  /** No larger than the session is long. */
  readonly before: number
  readonly messages: number
  readonly size: number
}

/** What `PageRequest` asks for of a session that has `length` messages. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkPage(request: PageRequest = {}, length: number = Number.MAX_SAFE_INTEGER): PageLimits {
  const { before = length, messages = 50, size = Number.POSITIVE_INFINITY } = mustBeRecord('request', request)
  return {
    before: Math.min(length, limit('request.before', before, 0)),
    messages: limit('request.messages', messages, 1),
    size: limit('request.size', size, 0),
  }
}

/** A range of positions, cut to the session's length. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkRange(
  start: number,
  end: number,
  length: number,
): { readonly start: number; readonly end: number } {
  const from = Math.min(limit('start', start, 0), length)
  return { start: from, end: Math.max(from, Math.min(limit('end', end, 0), length)) }
}

/** What `ListRequest` asks for. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkList(request: ListRequest = {}): { readonly after: string | undefined; readonly limit: number } {
  const { after, limit: most = 100 } = mustBeRecord('request', request)
  if (after !== undefined && typeof after !== 'string') throw invalid('request.after', 'is not a text')
  return { after, limit: limit('request.limit', most, 1) }
}

/** The id that `ImportOptions` ask for, if they do. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkImport(options: ImportOptions = {}): string | undefined {
  const { session } = mustBeRecord('options', options)
  return session === undefined ? undefined : checkId('options.session', session)
}

/** A compaction of a session that has `length` messages, without other keys. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkCompaction(compaction: NewCompaction, length: number): NewCompaction {
  const { start, end, text } = mustBeRecord('compaction', compaction)
  whole('compaction.start', start, 0)
  whole('compaction.end', end, 0)
  if (start >= end) throw invalid('compaction', `is of no message: ${start} to ${end}`)
  if (end > length) throw invalid('compaction.end', `is ${end}, behind the ${length} messages of the session`)
  return { start, end, text: checkText('compaction.text', text, Number.POSITIVE_INFINITY) }
}

/** Whether two compactions say the same of the same messages. */
export function sameCompaction(a: Compaction, b: NewCompaction): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text
}

/** A whole number, `least` or more, or Infinity. */
export function limit(what: string, value: unknown, least: number): number {
  return value === Number.POSITIVE_INFINITY ? value : whole(what, value, least)
}

/** A whole number, `least` or more. */
export function whole(what: string, value: unknown, least: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number
  throw invalid(what, `is ${typeof value === 'number' ? value : typeof value}, not a whole number from ${least} on`)
}

/** An instant as stores write it. */
export function checkInstant(what: string, value: unknown): string {
  const time = new Date(typeof value === 'string' ? value : Number.NaN)
  if (Number.isNaN(time.getTime()) || time.toISOString() !== value) throw invalid(what, 'is no instant of ISO 8601')
  return value as string
}

/** A point in time as text. */
export function instantOf(what: string, at: unknown): string {
  if (!(at instanceof Date)) throw invalid(what, 'is not a Date')
  if (Number.isNaN(at.getTime())) throw invalid(what, 'is a Date of no time')
  return at.toISOString()
}

/** The value, if it is an object that is no array. */
export function mustBeRecord<Value extends object>(what: string, value: Value): Value {
  if (!isObject(value)) throw invalid(what, 'is not an object')
  return value
}
