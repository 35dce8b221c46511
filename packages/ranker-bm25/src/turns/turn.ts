import type { Conversation } from './conversation.ts'
import type { TermCounts } from './term-counts.ts'

/** What a document says, part by part. Parts that are equal may be one object. */
export interface Turn {
  readonly text: TermCounts
  /** Of its sentences that ask something. */
  readonly questions: TermCounts | undefined
  readonly speaker: TermCounts | undefined
  readonly date: TermCounts | undefined
  /** In the order of the option `fields`; undefined where the document has none of that name. */
  readonly fields: readonly (TermCounts | undefined)[]
}

/** Where a term of a document comes from: its text, a field of it, the turns around it, or what is known of it. */
export type TermSource = 'text' | 'neighbours' | 'question' | 'speaker' | 'date' | `field ${string}`

/** A field and how much its terms count. */
export interface FieldWeight {
  readonly name: string
  readonly weight: number
}

/** How much each part counts. */
export interface Weights {
  readonly conversation: Conversation
  readonly fields: readonly FieldWeight[]
}

/**
 * Calls `use` with every part that counts as text of a turn, and how much it counts: the bag of the turn is their weighted
 * sum. What turns near by say in fields is theirs alone.
 *
 * Source: Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields" (CIKM 2004): the frequencies of
 * all fields are weighted and added up before they are put into the formula, and so are the lengths.
 *
 * @param near The turn of the same session so many places after this one (below 0: before), if there is one.
 */
export function eachPart(
  turn: Turn,
  near: (places: number) => Turn | undefined,
  { conversation, fields }: Weights,
  use: (part: TermCounts, weight: number, source: TermSource) => void,
): void {
  const { neighbours, question, speaker, date } = conversation
  use(turn.text, 1, 'text')
  for (let i = 0; i < fields.length; i++) {
    const [part, field] = [turn.fields[i], fields[i] as FieldWeight]
    if (part && field.weight > 0) use(part, field.weight, `field ${field.name}`)
  }
  for (let i = 0; i < neighbours.length; i++) {
    const weight = neighbours[i] as number
    if (weight === 0) continue
    const [before, after] = [near(-i - 1), near(i + 1)]
    if (before) use(before.text, weight, 'neighbours')
    if (after) use(after.text, weight, 'neighbours')
  }
  const asked = question > 0 ? near(-1)?.questions : undefined
  if (asked) use(asked, question, 'question')
  if (turn.speaker && speaker > 0) use(turn.speaker, speaker, 'speaker')
  if (turn.date && date > 0) use(turn.date, date, 'date')
}

/** A sum of weighted frequencies, as it is kept: a millionth is the least that counts, so that no order of adding up does. */
export function asFrequency(sum: number): number {
  return Math.min(Math.round(sum * 1e6) / 1e6, 1e9)
}

/** The same of lengths. */
export function asLength(sum: number): number {
  return Math.min(Math.round(sum * 1e6) / 1e6, 1e12)
}
