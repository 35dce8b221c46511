import type { Speaker, Unit } from './units.ts'
import { asks, wordsOf } from './words.ts'

/** A sentence with what it is worth. */
export interface RankedUnit extends Unit {
  /** Its words, each once, as their places in `rarity`. */
  readonly words: readonly number[]
  /** How much each of its words counts, by who says it and when. */
  readonly worth: number
  /** What it takes, in tokens. */
  readonly cost: number
  /** Whether it has a number or an id that no user has said. */
  readonly isNew: boolean
  /** The newer sentences of its subject, and the newest in which users say the same with other values. */
  readonly later: readonly RankedUnit[]
}

/** How much a sentence counts by who says it: an `echo` is a model that repeats what it answers. */
const weights: Readonly<Record<Speaker | 'echo', number>> = { user: 1, assistant: 0.5, tool: 0.5, echo: 0.2 }

/** How much less the oldest counts than the newest. */
const ageing = 0.3

/** A model that repeats this share of the words that it answers is an echo. */
const echoFrom = 0.4

/** A model begins as if it had heard this many words, and repeated none: a few messages decide nothing. */
const heardBefore = 30

/** A conversation of fewer sentences counts as one of so many: in a short one, no word is rare. */
const fewest = 64

/** Words in this power of the number of sentences, or in more, tell no subjects apart, and count for nothing: 11 of 1,000. */
const commonest = 0.35

/** How much rarity two sentences of one subject share. */
const link = 0.4

/** The share of what the less rare of two sentences names that both have. */
const shared = 0.25

/** Sentences, and how rare each word is: 1 if one sentence has it, 0 if it tells no subjects apart; of a number, times how rare numbers are. */
export interface Ranking {
  readonly units: readonly RankedUnit[]
  readonly rarity: Float64Array
  /** What the request still shows and is older than all of them, with the newer ones of its subject. */
  readonly older: readonly RankedUnit[]
}

/** Returns what a sentence tells: the rarity of its words. That of a single rare word can be chance, and counts half. */
export function newsIn({ words }: Pick<RankedUnit, 'words'>, rarity: Float64Array): number {
  let sum = 0
  for (const word of words) sum += rarity[word] ?? 0
  return sum ** 2 / (1 + sum)
}

/** A unit that is still compared with others. */
type Linked = RankedUnit & { later: RankedUnit[] }

interface Ranked {
  readonly older: readonly Unit[]
  /** The position from which on messages have all of their sentences. */
  readonly since: number
  readonly count: (text: string) => number
}

/**
 * Ranks sentences by principles that hold in any language: users before others, the newer before the older, the rare before the
 * common, where rarity is counted in the conversation itself; and finds for each the newer ones of its subject.
 */
export function rankUnits(said: readonly Unit[], { older, since, count }: Ranked): Ranking {
  const all = [...older, ...said]
  const places = new Map<string, number>()
  const times: number[] = []
  const words = all.map(({ text }) => placesOf(wordsOf(text), places, times))
  const size = Math.log(Math.max(fewest, all.length) + 1)
  const rarityOf = (many: number, most: number): number => Math.max(0, 1 - Math.log(Math.max(1, many)) / (most * size))
  const isNumber = new Uint8Array(times.length)
  // A single digit is in too many sentences to be news.
  for (const [word, place] of places) if (word.length > 1 && /\p{N}/u.test(word)) isNumber[place] = 1
  // Almost each number is new: it is news only as far as numbers are rare.
  const rareNumber = rarityOf(words.filter((own) => own.some((word) => isNumber[word] === 1)).length, 1)
  const rarity = Float64Array.from(
    times,
    (many, word) => rarityOf(many, commonest) * (isNumber[word] === 1 ? rareNumber : 1),
  )
  for (const [index, unit] of all.entries())
    if (unit.by === 'user') for (const word of words[index] ?? []) isNumber[word] = 0
  const echoes = isEcho(all, words, since)
  const last = said.reduce((most, { position }) => Math.max(most, position), 1)
  const ranked = all.map((unit, index) => {
    const own = words[index] ?? []
    const weight = weights[echoes && unit.by === 'assistant' ? 'echo' : unit.by]
    const worth = (unit.isOpen ? 1 : weight) * (1 - ageing * (1 - unit.position / last))
    const isNew = unit.by !== 'user' && own.some((word) => isNumber[word] === 1)
    const { position, first, by, text, order, isOpen } = unit
    const cost = count(`#${position}: ${text}\n`)
    return { position, first, by, text, order, isOpen, words: own, worth, cost, isNew, later: [] as RankedUnit[] }
  })
  addLater(ranked, rarity, ({ by, isNew }) => !echoes || by !== 'assistant' || isNew)
  addSame(ranked, new Set([...places].flatMap(([word, place]) => (/\p{N}/u.test(word) ? place : []))), rarity)
  return { units: ranked.slice(older.length), rarity, older: ranked.slice(0, older.length) }
}

/** Numbers words, each once, and counts in how many sentences they are. */
function placesOf(words: readonly string[], places: Map<string, number>, times: number[]): readonly number[] {
  const own: number[] = []
  for (const word of words) {
    let place = places.get(word)
    if (place === undefined) {
      place = places.size
      places.set(word, place)
      times.push(0)
    }
    if (own.includes(place)) continue
    own.push(place)
    times[place] = (times[place] ?? 0) + 1
  }
  return own
}

/**
 * Whether the model repeats what it answers, as assistants do that write many times as much as the people they answer: little of it is
 * news. In stretches of 24 messages, those of 20 chats (BEAM) repeat at least 0.49 of the words that they answer, people among
 * themselves (LoCoMo) at most 0.35. A message whose answer is not among these sentences says nothing about that.
 */
function isEcho(units: readonly Unit[], words: readonly (readonly number[])[], since: number): boolean {
  let [heard, repeated] = [heardBefore, 0]
  const asked = new Set<number>()
  let [question, answer]: (number | undefined)[] = []
  for (const [index, { by, position }] of units.entries()) {
    if (position < since || by === 'tool') continue
    if (by === 'user') {
      if (position !== question) asked.clear()
      question = position
      answer = undefined
      for (const word of words[index] ?? []) asked.add(word)
      continue
    }
    if (answer === undefined) heard += asked.size
    answer ??= position
    if (position === answer) for (const word of words[index] ?? []) if (asked.delete(word)) repeated++
  }
  return repeated >= echoFrom * heard
}

/** From the newest on, each looks up the newer ones with which it shares rare words. */
function addLater(units: readonly Linked[], rarity: Float64Array, isNews: (unit: RankedUnit) => boolean): void {
  const known: number[][] = []
  const common = new Float64Array(units.length)
  const sums = new Float64Array(units.length)
  for (let index = units.length - 1; index >= 0; index--) {
    const unit = units[index] as Linked
    const touched: number[] = []
    for (const word of unit.words) {
      const own = rarity[word] ?? 0
      if (own === 0) continue
      sums[index] = (sums[index] ?? 0) + own
      const others = known[word] ?? []
      known[word] = others
      for (const other of others) {
        if (common[other] === 0) touched.push(other)
        common[other] = (common[other] ?? 0) + own
      }
      others.push(index)
    }
    for (const other of touched) {
      const [both, later] = [common[other] ?? 0, units[other] as RankedUnit]
      const isSame = both >= link && both >= shared * Math.min(sums[index] ?? 0, sums[other] ?? 0)
      if (isSame && isNews(later) && !asks(later.text)) unit.later.push(later)
      common[other] = 0
    }
  }
}

/**
 * What users say again with other values has its newest form among the later ones, however often it was said and however common
 * its words are: one of the two has every word of the other that is no value. What models and tools say so are mostly lists.
 */
function addSame(units: readonly Linked[], values: ReadonlySet<number>, rarity: Float64Array): void {
  const having = new Map<number, Linked[]>()
  const byRarest = new Map<number, Linked[]>()
  for (const unit of [...units].reverse()) {
    const words = unit.words.filter((word) => !values.has(word))
    if (unit.by !== 'user' || words.length === unit.words.length || words.length === 0) continue
    const rarest = words.reduce((best, one) => ((rarity[one] ?? 0) > (rarity[best] ?? 0) ? one : best))
    const own = new Set(words)
    const isWithin = (one: Linked): boolean =>
      2 * one.words.length >= unit.words.length && one.words.every((word) => own.has(word) || values.has(word))
    const longer = (having.get(rarest) ?? []).find(
      (one) => one.words.length <= 2 * unit.words.length && words.every((word) => one.words.includes(word)),
    )
    const shorter = words.flatMap((word) => byRarest.get(word)?.find(isWithin) ?? [])
    for (const one of longer ? [longer, ...shorter] : shorter) if (!unit.later.includes(one)) unit.later.push(one)
    if (asks(unit.text)) continue
    for (const word of words) put(having, word, unit)
    put(byRarest, rarest, unit)
  }
}

function put(lists: Map<number, Linked[]>, word: number, unit: Linked): void {
  const list = lists.get(word)
  if (list === undefined) lists.set(word, [unit])
  else list.push(unit)
}
