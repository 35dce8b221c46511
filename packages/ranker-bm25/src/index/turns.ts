import type { Bag } from '../postings/types.ts'
import { looksAround } from '../turns/conversation.ts'
import { createTally } from '../turns/term-counts.ts'
import { asFrequency, asLength, eachPart, isMetadata, type TermSource, type Turn, type Weights } from '../turns/turn.ts'
import { createSessions } from './sessions.ts'

/** Documents with more than the terms of their texts: their parts, and those whose bags must be rebuilt. */
export interface Turns {
  get(number: number): Turn | undefined
  add(number: number, turn: Turn, session: string | undefined): void
  change(number: number, turn: Turn): void
  remove(number: number, session: string | undefined): void
  /** Calls `put` with each bag that changed since the last call. */
  flush(put: (number: number, bag: Bag) => void): void
  /** Marks all bags as up to date. */
  settle(): void
  /** Returns the frequency of a term in a document, by source. */
  sourcesOf(number: number, term: number): ReadonlyMap<TermSource, number>
}

/** Creates an empty collection. */
export function createTurns(weights: Weights): Turns {
  const { conversation } = weights
  const turns: (Turn | undefined)[] = []
  const sessions = looksAround(conversation) ? createSessions() : undefined
  const reach = Math.max(conversation.neighbours.length, conversation.question > 0 ? 1 : 0)
  const changed = new Set<number>()
  const tally = createTally()

  const around = (number: number): ((places: number) => Turn | undefined) => {
    return (places) => (sessions === undefined ? undefined : turns[sessions.near(number, places)])
  }
  const touch = (number: number): void => {
    changed.add(number)
    if (sessions === undefined) return
    for (const step of [-1, 1]) {
      let at = number
      for (let left = reach; left > 0; left--) {
        at = sessions.near(at, step)
        if (at < 0) break
        changed.add(at)
      }
    }
  }
  const bagOf = (number: number): Bag => {
    let length = 0
    eachPart(turns[number] as Turn, around(number), weights, (part, weight, source) => {
      if (!isMetadata(source)) length += part.length * weight
      const { terms, counts } = part
      for (let i = 0; i < terms.length; i++) tally.add(terms[i] as number, (counts[i] as number) * weight)
    })
    const terms = tally.terms.subarray(0, tally.size)
    const frequencies = Float64Array.from(terms, (term) => asFrequency(tally.of(term)))
    tally.clear()
    return { terms, frequencies, length: asLength(length) }
  }

  return {
    get: (number) => turns[number],
    add: (number, turn, session) => {
      turns[number] = turn
      sessions?.append(number, session)
      touch(number)
    },
    change: (number, turn) => {
      turns[number] = turn
      touch(number)
    },
    remove: (number, session) => {
      touch(number)
      changed.delete(number)
      sessions?.remove(number, session)
      turns[number] = undefined
    },
    flush: (put) => {
      // In order: appending to an index is cheaper than inserting.
      for (const number of [...changed].sort((a, b) => a - b)) put(number, bagOf(number))
      changed.clear()
    },
    settle: () => changed.clear(),
    sourcesOf: (number, term) => {
      const sources = new Map<TermSource, number>()
      eachPart(turns[number] as Turn, around(number), weights, ({ terms, counts }, weight, source) => {
        const at = terms.indexOf(term)
        if (at >= 0) sources.set(source, asFrequency((sources.get(source) ?? 0) + weight * (counts[at] as number)))
      })
      return sources
    },
  }
}
