import { readPostings } from './postings.ts'
import { unit, type WeighedPostings } from './score-collection.ts'
import type { StoreConversation } from './store-conversation.ts'

/** Reads the postings of a term, and weighs the parts of the texts. */
export function weighPostings(
  bytes: Uint8Array,
  { neighbours, question, speaker, date }: StoreConversation,
): WeighedPostings {
  const { places, said, asked, ...around } = readPostings(bytes)
  const own = new Float64Array(places.length)
  for (let i = 0; i < own.length; i++) {
    const named = speaker * (around.speaker[i] as number) + date * (around.date[i] as number)
    own[i] = Math.round(unit * ((said[i] as number) + (around.label[i] as number) + named))
  }
  const isAround = neighbours.length > 0 || question > 0
  return {
    places: Int32Array.from(places),
    own,
    said: isAround ? Int32Array.from(said) : undefined,
    asked: isAround ? Int32Array.from(asked) : undefined,
  }
}
