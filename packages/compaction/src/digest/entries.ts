import type { JsonValue, Message, Part } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'
import { type Omit, withoutSecrets } from '../summary/secrets.ts'
import { labelOf, messageValues, type SaidValue } from './message-values.ts'

/** A value that gave way, as a digest remembers it. */
export interface DigestEntry {
  readonly value: string
  readonly label: string
  /** The name of the thing that it is a field of; '' if it has none. */
  readonly subject: string
  /** See `SaidValue`. */
  readonly slot: string
  /** The position of the newest message that said it with this label. */
  readonly position: number
  /** How often it was said, and by whom. */
  readonly score: number
  /** Whether a call or a result has it: of the rest, sentences say more. */
  readonly isOfTools: boolean
  /** The value that a later message gave instead; '' for a current one, `unknownValue` if that is not remembered. */
  readonly replacedBy: string
}

/** No value of a message: they have a letter or a digit. */
export const unknownValue = '?'

type Unlabelled = Pick<DigestEntry, Exclude<keyof DigestEntry, 'label'>>

/** An entry whose label is not read yet: most values are not chosen, and labels cost more than all else. */
export interface UnreadEntry extends Unlabelled {
  /** Where a label may be found, the newest first; or the label. */
  readonly said: readonly {
    readonly from: string | Pick<SaidValue, 'field' | 'text' | 'start'>
    readonly position: number
  }[]
}

/** How much a mention counts, by who made it. */
const weights: Readonly<Record<Message['role'], number>> = { user: 3, assistant: 2, tool: 1, system: 1 }

/** How much less each value of a long list counts: the power of the list's length. */
const listed = 0.3

/** The most characters of a label, and of the name of a thing. */
const longest = 40

/** Adds the values of messages to those of a digest before. A later value of the same slot replaces the earlier one. */
export function addEntries(before: readonly DigestEntry[], gone: readonly PlacedMessage[]): readonly UnreadEntry[] {
  type Writable = { -readonly [Key in keyof UnreadEntry]: UnreadEntry[Key] }
  const entries = new Map<string, Writable>()
  const current = new Map<string, string>()
  for (const { label, ...entry } of before) {
    entries.set(entry.value, { ...entry, said: [{ from: label, position: entry.position }] })
    if (entry.slot !== '' && entry.replacedBy === '') current.set(entry.slot, entry.value)
  }
  const calls = new Set(gone.flatMap(({ message }) => callIds(message)))
  for (const { position, message } of gone) {
    const weight = weights[message.role]
    const isTool = message.role === 'tool'
    const seen = new Set<string>()
    for (const one of messageValues(message)) {
      const { value, siblings } = one
      if (calls.has(value)) continue
      const slot = one.slot === '' ? '' : hashOf(one.slot)
      const score = seen.has(value) ? 0 : siblings === 1 ? weight : weight / siblings ** listed
      const subject = one.subject.slice(0, longest)
      const isOfTools = isTool || one.text === undefined
      seen.add(value)
      const said = { from: one, position }
      const known = entries.get(value)
      if (known === undefined)
        entries.set(value, { value, subject, slot, position, score, isOfTools, replacedBy: '', said: [said] })
      else {
        known.score += score
        known.replacedBy = ''
        known.isOfTools ||= isOfTools
        // A field's name says more than the words before a value.
        if (known.slot === '' || slot !== '') {
          known.said = [said, known.said[0] ?? said]
          known.slot = slot
          known.subject = subject
          known.position = position
        }
      }
      if (slot === '') continue
      const earlier = entries.get(current.get(slot) ?? '')
      if (earlier && earlier.value !== value && earlier.slot === slot) earlier.replacedBy = value
      current.set(slot, value)
    }
  }
  return [...entries.values()]
}

/** The ids that tie calls to their results: nobody needs them. */
function callIds({ content }: Message): readonly string[] {
  if (typeof content === 'string') return []
  return (content as readonly Part[]).flatMap((part) =>
    part.type === 'tool-call' || part.type === 'tool-result' ? part.toolCallId : [],
  )
}

/** Reads the label of an entry, without what is left out: that of the newest message in which it has one. */
export function withLabel({ said, ...entry }: UnreadEntry, omit: Omit): DigestEntry {
  const clean = (text: string): string => withoutSecrets(text, omit)
  for (const { from, position } of said) {
    const label = (typeof from === 'string' ? from : labelOf(from, clean)).slice(0, longest)
    if (label !== '') return { ...entry, label, position }
  }
  return { ...entry, label: '' }
}

export function entryToJson({
  value,
  label,
  subject,
  slot,
  position,
  score,
  replacedBy,
  isOfTools,
}: DigestEntry): JsonValue[] {
  return [value, label, slot, position, Math.round(score * 100) / 100, replacedBy, subject, isOfTools ? 1 : 0]
}

/** Reads entries that a store kept. What is not an entry is left out. */
export function entriesFromJson(json: JsonValue | undefined): readonly DigestEntry[] {
  if (!Array.isArray(json)) return []
  return json.flatMap((item): readonly DigestEntry[] => {
    if (!Array.isArray(item)) return []
    const [value, label, slot, position, score, replacedBy, subject = '', tools] = item
    const isText = [value, label, slot, replacedBy, subject].every(
      (one) => typeof one === 'string' && one.length <= 200,
    )
    if (!isText || value === '' || !Number.isSafeInteger(position) || (position as number) < 0) return []
    if (typeof score !== 'number' || !Number.isFinite(score)) return []
    return [{ value, label, subject, slot, position, score, replacedBy, isOfTools: tools === 1 } as DigestEntry]
  })
}

/** Two FNV-1a hashes of a slot: it may name what must not be remembered. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}
