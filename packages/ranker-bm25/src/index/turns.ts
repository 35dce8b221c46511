import type { Bag } from '../postings/types.ts'
import { looksAround } from '../turns/conversation.ts'
import { partCount, partOfText } from '../turns/parts.ts'
import { createTally } from '../turns/term-counts.ts'
import { asFrequency, asLength, eachPart, isMetadata, type TermSource, type Turn, type Weights } from '../turns/turn.ts'
import { createSessions } from './sessions.ts'
import { createVoices } from './voices.ts'

/** Documents with more than the terms of their texts: their parts, and those whose bags must be rebuilt. */
export interface Turns {
  get(number: number): Turn | undefined
  add(number: number, turn: Turn, session: string | undefined, voice: string | undefined): void
  change(number: number, turn: Turn, voice: string | undefined): void
  remove(number: number, session: string | undefined): void
  /** Returns the document at a distance in the same session, or -1 if there is none. */
  near(number: number, places: number): number
  /** Returns whether a document is of an echo (voices.ts), as of the last `flush`. */
  echoes(number: number): boolean
  /** Calls `put` with what changed since the last call: the bag of a document, or those of its parts for one of an echo. */
  flush(put: (number: number, bags: readonly Bag[]) => void): void
  /** Marks all bags as up to date, but those of echoes: `flush` calls `put` with these alone. */
  settle(): void
  /** Returns the frequency of a term in a part of a document, by source. Part 0 of other documents has everything. */
  sourcesOf(number: number, part: number, term: number): ReadonlyMap<TermSource, number>
}

/** Creates an empty collection. */
export function createTurns(weights: Weights): Turns {
  const { conversation } = weights
  const turns: (Turn | undefined)[] = []
  const sessions = looksAround(conversation) ? createSessions() : undefined
  const voices = conversation.answer > 0 ? createVoices() : undefined
  const reach = Math.max(conversation.neighbours.length, conversation.question > 0 || voices ? 1 : 0)
  const changed = new Set<number>()
  const tally = createTally()

  const near = (number: number, places: number): number => sessions?.near(number, places) ?? -1
  const echoes = (number: number): boolean => voices?.echoes(number) ?? false
  const touch = (number: number): void => {
    changed.add(number)
    for (const step of [-1, 1]) {
      let at = number
      for (let left = reach; left > 0; left--) {
        at = near(at, step)
        if (at < 0) break
        changed.add(at)
      }
    }
  }
  const change: Turns['change'] = (number, turn, voice) => {
    turns[number] = turn
    voices?.set(number, turn, voice)
    touch(number)
  }
  /** Decides which voices are echoes, given what the changed turns say. Touches the turns of a voice whose class changes. */
  const listen = (): void => {
    if (voices === undefined || changed.size === 0) return
    for (const number of changed) voices.hear(number, near(number, -1))
    if (voices.decide()) for (const number of voices.turned()) touch(number)
  }
  const eachPartOf = (number: number, part: number, use: Parameters<typeof eachPart>[3]): void => {
    const turn = turns[number] as Turn
    const isOfEcho = echoes(number)
    // Turns of other classes are as far as those of other sessions.
    const around = (places: number): Turn | undefined => {
      const other = near(number, places)
      return other >= 0 && echoes(other) === isOfEcho ? turns[other] : undefined
    }
    const text = isOfEcho && partCount(turn.text.words) > 1 ? partOfText(turn.text, part) : turn.text
    eachPart(turn, around, weights, use, text)
  }
  const bagOf = (number: number, part: number): Bag => {
    let length = 0
    eachPartOf(number, part, ({ terms, counts, length: size }, weight, source) => {
      if (!isMetadata(source)) length += size * weight
      for (let i = 0; i < terms.length; i++) tally.add(terms[i] as number, (counts[i] as number) * weight)
    })
    const terms = tally.terms.slice(0, tally.size)
    const frequencies = Float64Array.from(terms, (term) => asFrequency(tally.of(term)))
    tally.clear()
    return { terms, frequencies, length: asLength(length) }
  }
  const bagsOf = (number: number): readonly Bag[] => {
    const parts = echoes(number) ? partCount((turns[number] as Turn).text.words) : 1
    return Array.from({ length: parts }, (_, part) => bagOf(number, part))
  }

  return {
    get: (number) => turns[number],
    add: (number, turn, session, voice) => {
      sessions?.append(number, session)
      change(number, turn, voice)
    },
    change,
    remove: (number, session) => {
      touch(number)
      changed.delete(number)
      sessions?.remove(number, session)
      voices?.set(number, undefined, undefined)
      turns[number] = undefined
    },
    near,
    echoes,
    flush: (put) => {
      listen()
      // In order: appending to an index is cheaper than inserting.
      for (const number of [...changed].sort((a, b) => a - b)) put(number, bagsOf(number))
      changed.clear()
    },
    settle: () => {
      listen()
      for (const number of [...changed]) if (!echoes(number)) changed.delete(number)
    },
    sourcesOf: (number, part, term) => {
      const sources = new Map<TermSource, number>()
      eachPartOf(number, part, ({ terms, counts }, weight, source) => {
        const at = terms.indexOf(term)
        if (at >= 0) sources.set(source, asFrequency((sources.get(source) ?? 0) + weight * (counts[at] as number)))
      })
      return sources
    },
  }
}
