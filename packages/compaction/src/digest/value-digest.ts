import type { JsonValue } from '@lamella/core'
import { type Check, checkOptions, type DigestPolicy, type DigestRequest, mustBeFunction } from '@lamella/core/plugin'
import { canRead, readerCall, readerName } from '@lamella/store'
import { type Omit, partsOfSecrets, withoutSecrets } from '../summary/secrets.ts'
import {
  addEntries,
  type DigestEntry,
  entriesFromJson,
  entryToJson,
  type UnreadEntry,
  unknownValue,
  withLabel,
} from './entries.ts'
import { isLikelySecret } from './likely-secret.ts'
import { longestThatFits } from './longest-that-fits.ts'
import { messageValues } from './message-values.ts'
import { newestRead } from './newest-read.ts'
import { renderEntries } from './render-entries.ts'
import { scanValues } from './scan-values.ts'

/** Options of `valueDigest`. */
export interface ValueDigestOptions {
  /** The most tokens that it takes, as a share of the budget: above 0, to 0.5. Default 0.1. */
  readonly share?: number
  /** Returns whether a value is left out of the digest. Default: `isLikelySecret`. */
  readonly omit?: Omit
}

export const mustBeShare: Check = (value) =>
  typeof value === 'number' && value > 0 && value <= 0.5 ? undefined : 'must be a number above 0, to 0.5'

/** The call that searches all messages of the session: for those of which a request shows and names nothing. */
const searchCall = `${readerName} {"handle":"session","pattern":"…"}`

/** The most characters of JSON in which values are remembered, more than a digest shows: one may be needed again later. */
const mostMemory = 24_000

/** The most characters of a label; how many words around a value usually have; and the number of a message with the name of a thing. */
const [longestLabel, usualLabel, around] = [40, 20, 16]

/** How much the position of the newest message adds, in mentions by a tool. */
const recency = 3

/**
 * Creates a digest of values: ids, numbers, dates, amounts, paths, names and addresses of messages that gave way, each with its
 * label and the number of its message. A later value of the same field replaces the earlier one. No model is asked. What the
 * request still shows, a summary included, is not repeated.
 *
 * The weights were compared on recorded conversations of five kinds.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * history({ digest: valueDigest({ share: 0.05, omit: (value, label) => isLikelySecret(value, label) || label === 'iban' }) })
 */
export function valueDigest(options: ValueDigestOptions = {}): DigestPolicy {
  const { share = 0.1, omit = isLikelySecret } = checkOptions('valueDigest', options, {
    share: mustBeShare,
    omit: mustBeFunction,
  })
  return {
    spec: 1,
    name: 'values',
    share,
    digest: (request) => {
      const { memory, text } = readValues(request, omit)
      if (memory === undefined) return undefined
      return { text: text(request, headingFor('Values from earlier messages', request)), memory }
    },
  }
}

/** Returns the first line of a digest: what its numbers mean, and how the model reads a message if it can. */
export function headingFor(what: string, { tools = [], session }: DigestRequest): string {
  const heading = `${what}, extracted by a program. #n is the message they come from.`
  const isReadable = session !== undefined && canRead(tools, session)
  return isReadable
    ? `${heading} To read #7, for example: ${readerCall(7)}. To search all messages: ${searchCall}.`
    : heading
}

/** Values, the most needed first, that can be written in several rooms. */
export interface ReadValues {
  /** Writes as many as fit of those that are not shown, some of them first. */
  text(
    room: Pick<DigestRequest, 'shown' | 'maxTokens' | 'count'>,
    heading: string,
    first?: (entry: DigestEntry) => boolean,
  ): string
  /** `undefined` if there are none. */
  readonly memory: JsonValue | undefined
}

/** Reads the values of what gave way, with those of before. */
export function readValues({ gone, before }: Pick<DigestRequest, 'gone' | 'before'>, omit: Omit): ReadValues {
  const all = byUse(addEntries(entriesFromJson(before), newestRead(gone)))
  const isOmitted = omittedIn(all, omit)
  const isPart = partsOfSecrets(omit)
  const chosen: DigestEntry[] = []
  let left = mostMemory
  for (const one of all) {
    const labelled = withLabel(one, omit)
    const { value, label } = labelled
    if (omit(value, label) || withoutSecrets(value, omit) !== value) continue
    if (one.said.some(({ from }) => typeof from !== 'string' && isPart(from))) continue
    const entry = {
      ...labelled,
      ...(omit(label, '') && { label: '' }),
      ...(isOmitted(labelled.subject) && { subject: '' }),
    }
    left -= JSON.stringify(entryToJson(entry)).length + 1
    if (left < 0) break
    chosen.push(entry)
  }
  const entries = withoutUnknown(chosen)
  return {
    memory: entries.length === 0 ? undefined : entries.map(entryToJson),
    text: ({ shown, maxTokens, count }, heading, first = () => true) => {
      const present = valuesIn(shown)
      const absent = entries.filter(({ value }) => !present.has(value))
      const missing = [...absent.filter(first), ...absent.filter((entry) => !first(entry))]
      const render = (end: number): string => renderEntries(missing.slice(0, end), heading)
      return longestThatFits(missing.length, { maxTokens, count, render })
    },
  }
}

/** Returns whether the name of a thing is left out: as a value with its own label, or alone. */
function omittedIn(entries: readonly UnreadEntry[], omit: Omit): (subject: string) => boolean {
  const values = new Map(entries.map((entry) => [entry.value, entry]))
  const known = new Map<string, boolean>()
  return (subject) => {
    const own = values.get(subject)
    const is =
      known.get(subject) ?? (omit(subject, '') || (own !== undefined && omit(subject, withLabel(own, omit).label)))
    known.set(subject, is)
    return is
  }
}

/** Names only entries as what replaced others: a value that is left out must not stand in another entry. */
function withoutUnknown(entries: readonly DigestEntry[]): readonly DigestEntry[] {
  const known = new Set(entries.map(({ value }) => value))
  return entries.map((entry) =>
    entry.replacedBy === '' || known.has(entry.replacedBy) ? entry : { ...entry, replacedBy: unknownValue },
  )
}

/** The most needed first: strong values that were said often, by people rather than tools, and lately, for what they take. */
function byUse(entries: readonly UnreadEntry[]): readonly UnreadEntry[] {
  const positions = entries.map(({ position }) => position)
  const first = positions.reduce((least, position) => Math.min(least, position), Number.POSITIVE_INFINITY)
  const last = positions.reduce((most, position) => Math.max(most, position), 0)
  const uses = entries.map((entry) => {
    const late = (entry.position - first) / Math.max(1, last - first)
    return { entry, use: (strengthOf(entry.value) * (entry.score + recency * late)) / costOf(entry) }
  })
  return uses.sort((a, b) => b.use - a.use).map(({ entry }) => entry)
}

/** About what an entry takes, in characters: its value, its label, if that is read or a field's name, and what is around them. */
function costOf({ value, said }: UnreadEntry): number {
  const from = said[0]?.from ?? ''
  const label = typeof from === 'string' ? from.length : from.field.length || Math.min(usualLabel, from.start ?? 0)
  return value.length + Math.min(longestLabel, label) + around
}

/** How likely a value is to be needed, by its form: ids, dates and long numbers; then paths and identifiers; then the rest. */
function strengthOf(value: string): number {
  let [digits, letters] = [0, 0]
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (code >= 48 && code <= 57) digits++
    else if (code >= 65 && code !== 95) letters++
  }
  if (digits >= 4 || (digits > 0 && letters > 0)) return 1
  return /[/_@]/.test(value) ? 0.6 : 0.1
}

/** Returns the values that texts and messages say: ids, numbers, dates, paths and names. */
export function valuesIn(shown: DigestRequest['shown']): ReadonlySet<string> {
  const values = new Set<string>()
  for (const one of shown) {
    for (const { value } of typeof one === 'string' ? scanValues(one) : messageValues(one)) values.add(value)
  }
  return values
}
