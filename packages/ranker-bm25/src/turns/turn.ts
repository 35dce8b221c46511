import { type Conversation, longTurn } from './conversation.ts'
import type { TermCounts } from './term-counts.ts'

/** The parts of a document. Equal parts may share one object. */
export interface Turn {
  readonly text: TermCounts
  readonly questions: TermCounts | undefined
  readonly speaker: TermCounts | undefined
  readonly date: TermCounts | undefined
  /** In the order of the option `fields`; `undefined` if the document does not have the field. */
  readonly fields: readonly (TermCounts | undefined)[]
}

/** The source of a document's term: its text, a field, nearby turns, or metadata. */
export type TermSource = 'text' | 'neighbours' | 'question' | 'speaker' | 'date' | `field ${string}`

export interface FieldWeight {
  readonly name: string
  readonly weight: number
}

/** The weight of each part. */
export interface Weights {
  readonly conversation: Conversation
  readonly fields: readonly FieldWeight[]
}

/**
 * Calls `use` with every part that counts as text of a turn and its weight: the turn's bag is their weighted sum. The
 * fields of nearby turns do not count.
 *
 * Source: Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields" (CIKM 2004): the
 * frequencies of all fields are weighted and summed before they enter the formula, and so are the lengths.
 *
 * @param near Returns the turn of the same session and class (voices.ts) at a distance from this one (negative: before),
 * if any.
 * @param text The text or its part that counts. Default: the text.
 */
export function eachPart(
  turn: Turn,
  near: (places: number) => Turn | undefined,
  { conversation, fields }: Weights,
  use: (part: TermCounts, weight: number, source: TermSource) => void,
  text: TermCounts = turn.text,
): void {
  const { neighbours, question, speaker, date } = conversation
  use(text, 1, 'text')
  for (let i = 0; i < fields.length; i++) {
    const [part, field] = [turn.fields[i], fields[i] as FieldWeight]
    if (part && field.weight > 0) use(part, field.weight, `field ${field.name}`)
  }
  if (isShort(turn)) {
    for (const step of [-1, 1]) {
      for (let i = 0; i < neighbours.length; i++) {
        const other = near(step * (i + 1))
        // A long text separates the turns around it.
        if (other === undefined || !isShort(other)) break
        const weight = neighbours[i] as number
        if (weight > 0) use(other.text, weight, 'neighbours')
      }
    }
  }
  const asked = question > 0 ? near(-1)?.questions : undefined
  if (asked && asked.length <= longTurn) use(asked, question, 'question')
  if (turn.speaker && speaker > 0) use(turn.speaker, speaker, 'speaker')
  if (turn.date && date > 0) use(turn.date, date, 'date')
}

/**
 * Whether a source is data on a document. It does not count to the length: a dated document is no worse than one without
 * a date.
 */
export function isMetadata(source: TermSource): boolean {
  return source === 'speaker' || source === 'date'
}

function isShort({ text }: Turn): boolean {
  return text.words <= longTurn
}

/** Rounds a sum of weighted frequencies to a millionth, so that it does not depend on the order of addition. */
export function asFrequency(sum: number): number {
  return Math.min(Math.round(sum * 1e6) / 1e6, 1e9)
}

/** Rounds a sum of lengths in the same way. */
export function asLength(sum: number): number {
  return Math.min(Math.round(sum * 1e6) / 1e6, 1e12)
}
