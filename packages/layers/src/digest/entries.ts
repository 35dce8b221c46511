import type { JsonValue, Message, PlacedMessage } from '@lamella/core'
import { messageValues } from './message-values.ts'

/** A value that gave way, as a digest remembers it. */
export interface DigestEntry {
  readonly value: string
  readonly label: string
  /** See `SaidValue`. */
  readonly slot: string
  /** The position of the newest message that said it with this label. */
  readonly position: number
  /** How often it was said, and by whom. */
  readonly score: number
  /** The value that a later message gave instead; '' for a current one. */
  readonly replacedBy: string
}

/** How much a mention counts, by who made it. */
const weights: Readonly<Record<Message['role'], number>> = { user: 3, assistant: 2, tool: 1, system: 1 }

/** How much less each value of a long list counts: the power of the list's length. */
const listed = 0.3

/** Ids that only tie calls to their results. */
const callId = /^(call|toolu|fc|msg|rs|item)_/

/** The most characters of a label or a slot. A longer slot is none. */
const longest = { label: 32, slot: 120 }

/**
 * Adds the values of messages to those of a digest before. A later value of the same slot replaces the earlier one.
 *
 * @param omit Whether a value is left out.
 */
export function addEntries(
  before: readonly DigestEntry[],
  gone: readonly PlacedMessage[],
  omit: (value: string, label: string) => boolean,
): readonly DigestEntry[] {
  const entries = new Map(before.map((entry) => [entry.value, { ...entry }]))
  const current = new Map<string, string>()
  for (const { value, slot, replacedBy } of before) if (slot !== '' && replacedBy === '') current.set(slot, value)
  for (const { position, message } of gone) {
    const weight = weights[message.role]
    const seen = new Set<string>()
    for (const said of messageValues(message)) {
      const { value, siblings } = said
      const label = said.label.slice(0, longest.label)
      const slot = said.slot.length > longest.slot ? '' : said.slot
      if (callId.test(value) || omit(value, said.label)) continue
      const score = seen.has(value) ? 0 : weight / siblings ** listed
      seen.add(value)
      const known = entries.get(value)
      if (known === undefined) entries.set(value, { value, label, slot, position, score, replacedBy: '' })
      else {
        known.score += score
        known.replacedBy = ''
        // The label and the number of a message belong together; a field's name says more than the words before a value.
        if (label !== '' && (known.slot === '' || slot !== '')) Object.assign(known, { label, slot, position })
      }
      if (slot === '') continue
      const earlier = entries.get(current.get(slot) ?? '')
      if (earlier && earlier.value !== value && earlier.slot === slot) earlier.replacedBy = value
      current.set(slot, value)
    }
  }
  return [...entries.values()]
}

/** Returns an entry as JSON. */
export function entryToJson({ value, label, slot, position, score, replacedBy }: DigestEntry): JsonValue[] {
  return [value, label, slot, position, Math.round(score * 100) / 100, replacedBy]
}

/** Reads entries that a store kept. What is not an entry is left out. */
export function entriesFromJson(json: JsonValue | undefined): readonly DigestEntry[] {
  if (!Array.isArray(json)) return []
  return json.flatMap((item): readonly DigestEntry[] => {
    if (!Array.isArray(item)) return []
    const [value, label, slot, position, score, replacedBy] = item
    const isText = [value, label, slot, replacedBy].every((one) => typeof one === 'string' && one.length <= 200)
    if (!isText || value === '' || !Number.isSafeInteger(position) || (position as number) < 0) return []
    if (typeof score !== 'number' || !Number.isFinite(score)) return []
    return [{ value, label, slot, position, score, replacedBy } as DigestEntry]
  })
}
