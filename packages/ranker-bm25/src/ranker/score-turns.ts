import type { Rankable } from '@lamella/core'
import type { Formula } from '../postings/types.ts'
import { importanceFactor, sessionScores } from '../turns/session-scores.ts'
import { createTally } from '../turns/term-counts.ts'
import { asFrequency, asLength, eachPart, isMetadata, type Turn, type Weights } from '../turns/turn.ts'
import type { RankedQuery } from './document-memory.ts'
import { weighByRarity } from './score-texts.ts'

/** Returns one score per turn. Only counts query terms, which are few compared to a turn's text. */
export function scoreTurns(
  ranked: RankedQuery,
  documents: readonly Rankable[],
  turns: readonly Turn[],
  weights: Weights,
  { k1, b, delta }: Formula,
): number[] {
  const neighbours = neighboursOf(documents, turns)
  const tally = createTally()
  const held = turns.map((turn, i) => {
    let length = 0
    eachPart(turn, neighbours(i), weights, ({ terms, counts, length: size }, weight, source) => {
      if (!isMetadata(source)) length += size * weight
      for (let k = 0; k < terms.length; k++) {
        const term = terms[k] as number
        if (ranked.weights[term] !== 0) tally.add(term, weight * (counts[k] as number))
      }
    })
    const terms = Array.from(tally.terms.subarray(0, tally.size))
    const frequencies = terms.map((term) => asFrequency(tally.of(term)))
    tally.clear()
    for (const term of terms) ranked.having[term] = (ranked.having[term] as number) + 1
    return { terms, frequencies, length: asLength(length) }
  })
  weighByRarity(ranked, turns.length)
  // Turns without text may be found by their speakers and dates.
  const average = held.reduce((sum, { length }) => sum + length, 0) / turns.length || 1
  return held.map(({ terms, frequencies, length }) => {
    const norm = k1 * (1 - b + (b * length) / average)
    let sum = 0
    for (let i = 0; i < terms.length; i++) {
      const f = frequencies[i] as number
      sum += (ranked.weights[terms[i] as number] as number) * ((f * (k1 + 1)) / (f + norm) + delta)
    }
    return sum
  })
}

/** Returns for each turn the turns `places` after it in its session. */
function neighboursOf(
  documents: readonly Rankable[],
  turns: readonly Turn[],
): (index: number) => (places: number) => Turn | undefined {
  const sessions = new Map<string | undefined, Turn[]>()
  const mates = documents.map(({ session }, index) => {
    const list = sessions.get(session) ?? []
    if (list.length === 0) sessions.set(session, list)
    list.push(turns[index] as Turn)
    return { list, place: list.length - 1 }
  })
  return (index) => {
    const { list, place } = mates[index] as (typeof mates)[number]
    return (places) => list[place + places]
  }
}

/** Adds the session's score to each turn that has a score. */
export function addSessions(scores: number[], documents: readonly Rankable[], weight: number): void {
  const { session } = documents[0] ?? {}
  if (documents.every((document) => document.session === session)) return
  const added = sessionScores(scores, (i) => documents[i]?.session, weight)
  for (let i = 0; i < scores.length; i++) {
    if ((scores[i] as number) > 0) scores[i] = (scores[i] as number) + (added.get(documents[i]?.session) ?? 0)
  }
}

/** Multiplies each score by its importance factor. */
export function raiseImportant(scores: number[], documents: readonly Rankable[], strength: number): void {
  for (let i = 0; i < scores.length; i++) {
    const { importance } = documents[i] as Rankable
    if (importance !== undefined) scores[i] = (scores[i] as number) * importanceFactor(importance, strength)
  }
}
