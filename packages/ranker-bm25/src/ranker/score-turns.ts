import type { Rankable } from '@lamella/core/plugin'
import { createSessions } from '../index/sessions.ts'
import type { Formula } from '../postings/types.ts'
import { partCount, partOfText } from '../turns/parts.ts'
import { importanceFactor, sessionScores } from '../turns/session-scores.ts'
import { createTally, type TermCounts } from '../turns/term-counts.ts'
import { asFrequency, asLength, eachPart, isMetadata, type Turn, type Weights } from '../turns/turn.ts'
import { type Heard, heardFrom, isEcho, raritiesOf } from '../turns/voices.ts'
import type { RankedQuery } from './document-memory.ts'

/**
 * Returns one score per turn. Only counts query terms, which are few compared to a turn's text.
 *
 * @param best By turn, the part of its text that counts: the best one, which is written here where there is none yet.
 */
export function scoreTurns(
  ranked: RankedQuery,
  documents: readonly Rankable[],
  turns: readonly Turn[],
  weights: Weights,
  formula: Formula,
  best: number[],
): number[] {
  const { append, near } = createSessions()
  for (const [index, { session }] of documents.entries()) append(index, session)
  const { answer } = weights.conversation
  const echoes = answer > 0 ? echoesOf(documents, turns, near) : undefined
  const isEchoAt = (index: number): boolean => echoes?.[index] ?? false
  const around = (index: number) => (places: number) => {
    const other = near(index, places)
    return other >= 0 && isEchoAt(other) === isEchoAt(index) ? turns[other] : undefined
  }
  const held = turns.map((turn, index) => heldBy(ranked, turn, around(index), weights, isEchoAt(index)))
  const scores = scoreParts(ranked, held, isEchoAt, formula, best)
  if (echoes === undefined) return scores
  return scores.map((score, index) => {
    const next = near(index, 1)
    return next < 0 || isEchoAt(index) || !isEchoAt(next) ? score : score + answer * (scores[next] as number)
  })
}

/** What a turn, or a part of it, has of a query. */
interface Held {
  readonly terms: readonly number[]
  readonly frequencies: readonly number[]
  readonly length: number
}

const tally = createTally()

/** Returns what a turn has of a query: for a long one of an echo, what each part has. */
function heldBy(
  ranked: RankedQuery,
  turn: Turn,
  near: (places: number) => Turn | undefined,
  weights: Weights,
  isOfEcho: boolean,
): readonly Held[] {
  const parts = isOfEcho ? partCount(turn.text.words) : 1
  const text = parts > 1 ? onlyAsked(ranked, turn.text) : turn.text
  return Array.from({ length: parts }, (_, part) => {
    let length = 0
    const add = (
      { terms, counts, length: size }: Turn['text'],
      weight: number,
      source: Parameters<typeof isMetadata>[0],
    ): void => {
      if (!isMetadata(source)) length += size * weight
      for (let k = 0; k < terms.length; k++) {
        const term = terms[k] as number
        if (ranked.weights[term] !== 0) tally.add(term, weight * (counts[k] as number))
      }
    }
    eachPart(turn, near, weights, add, parts > 1 ? partOfText(text, part) : text)
    const terms = Array.from(tally.terms.subarray(0, tally.size))
    const frequencies = terms.map((term) => asFrequency(tally.of(term)))
    tally.clear()
    return { terms, frequencies, length: asLength(length) }
  })
}

/** Returns a text with its terms that the query has, and its whole length. */
function onlyAsked({ weights }: RankedQuery, { terms, counts, length, words, parts }: TermCounts): TermCounts {
  const asked = { terms: [] as number[], counts: [] as number[], length, words, parts: [] as number[] }
  for (let i = 0; i < terms.length; i++) {
    if (weights[terms[i] as number] === 0) continue
    asked.terms.push(terms[i] as number)
    asked.counts.push(counts[i] as number)
    asked.parts.push(parts?.[i] as number)
  }
  return asked
}

/** Returns the score of the part of each turn that counts. */
function scoreParts(
  ranked: RankedQuery,
  held: readonly (readonly Held[])[],
  isEchoAt: (index: number) => boolean,
  { k1, b, delta }: Formula,
  best: number[],
): number[] {
  const total = { all: held.length, echoes: held.filter((_, index) => isEchoAt(index)).length }
  const ofEchoes = new Map<number, number>()
  for (const [index, parts] of held.entries()) {
    const terms = parts.length === 1 ? parts[0]?.terms : new Set(parts.flatMap((part) => part.terms))
    for (const term of terms ?? []) {
      ranked.having[term] = (ranked.having[term] as number) + 1
      if (isEchoAt(index)) ofEchoes.set(term, (ofEchoes.get(term) ?? 0) + 1)
    }
  }
  const rarities = new Map(
    ranked.terms.map((term) => {
      const having = { all: ranked.having[term] as number, echoes: ofEchoes.get(term) ?? 0 }
      return [term, raritiesOf(having, total)]
    }),
  )
  const meanOf = (isOfEcho: boolean): number => {
    const lengths = held.flatMap((parts, index) =>
      isEchoAt(index) === isOfEcho ? parts.map(({ length }) => length) : [],
    )
    // Turns without text may be found by their speakers and dates.
    return lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1
  }
  const means = [meanOf(false), meanOf(true)] as const
  return held.map((parts, index) => {
    const side = isEchoAt(index) ? 1 : 0
    const scores = parts.map(({ terms, frequencies, length }) => {
      const norm = k1 * (1 - b + (b * length) / means[side])
      return terms.reduce((sum, term, i) => {
        const f = frequencies[i] as number
        const weight = (ranked.weights[term] as number) * (rarities.get(term)?.[side] ?? 0)
        return sum + weight * ((f * (k1 + 1)) / (f + norm) + delta)
      }, 0)
    })
    best[index] ??= scores.indexOf(Math.max(...scores))
    return scores[best[index]] as number
  })
}

/** Returns whether each turn is of a voice that repeats what it answers. */
function echoesOf(
  documents: readonly Rankable[],
  turns: readonly Turn[],
  near: (index: number, places: number) => number,
): readonly boolean[] {
  const sums = new Map<string, { heard: number; repeated: number }>()
  const voices = documents.map(({ voice, speaker }) => (voice ?? speaker) || undefined)
  for (const [index, voice] of voices.entries()) {
    const before = near(index, -1)
    if (voice === undefined || before < 0 || voices[before] === voice) continue
    const { heard, repeated } = hear((turns[before] as Turn).text, (turns[index] as Turn).text)
    const sum = sums.get(voice) ?? { heard: 0, repeated: 0 }
    sums.set(voice, { heard: sum.heard + heard, repeated: sum.repeated + repeated })
  }
  return voices.map((voice) => {
    const sum = voice === undefined ? undefined : sums.get(voice)
    return sum !== undefined && isEcho(sum)
  })
}

/** What a text heard from the text that it followed last: a ranker gets the same texts again and again. */
const known = new WeakMap<TermCounts, { readonly before: TermCounts; readonly heard: Heard }>()

function hear(before: TermCounts, text: TermCounts): Heard {
  const last = known.get(text)
  if (last?.before === before) return last.heard
  const own = new Set(text.terms)
  const heard = heardFrom(before.terms, (term) => own.has(term))
  known.set(text, { before, heard })
  return heard
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
