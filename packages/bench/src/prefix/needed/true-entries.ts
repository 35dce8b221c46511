import type { Message } from '@lamella/core'
import type { DigestEntry } from './digest-entries.ts'
import { leavesOf } from './leaves.ts'
import { type Piece, piecesOf, textOf } from './pieces.ts'
import { placesOf, standsIn } from './values.ts'

/** How far from a value in plain text the words of its label may be, in characters. */
const reach = { before: 60, after: 30 }

/**
 * Checks that the message at the position has the value, and has it with that label. In JSON, the last word of the
 * label must be the name of a field above the value; in plain text, all its words must be near. A replaced value must
 * have been said by then.
 */
export function isTrue({ position, label, value, was }: DigestEntry, session: readonly Message[]): boolean {
  const message = session[position]
  if (!message) return false
  const told = session.slice(0, position + 1)
  if (was !== undefined && !told.some((earlier) => standsIn(was, textOf(earlier)))) return false
  return piecesOf(message).some((piece) => standsWith(label, value, piece))
}

/** Returns the last word of a label, in lower case, as JSON has it. */
export function fieldOf(label: string): string {
  return (
    label
      .toLowerCase()
      .split(/[\s./]+/)
      .at(-1) ?? ''
  )
}

function standsWith(label: string | undefined, value: string, { text, json }: Piece): boolean {
  if (label === undefined) return standsIn(value, text)
  if (json === undefined) return isNear(label, value, text)
  const field = fieldOf(label)
  return leavesOf(json).some(
    (leaf) =>
      standsIn(value, leaf.text) &&
      (leaf.path.some((name) => name.toLowerCase() === field) || isNear(label, value, leaf.text)),
  )
}

function isNear(label: string, value: string, text: string): boolean {
  const words = wordsOf(label)
  return placesOf(value, text).some((place) => {
    const end = place + value.length
    const near = new Set([
      ...wordsOf(text.slice(Math.max(0, place - reach.before), place)),
      ...wordsOf(text.slice(end, end + reach.after)),
    ])
    return words.every((word) => near.has(word))
  })
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
