import type { Speaker, Unit } from './units.ts'
import { asks, wordsOf } from './words.ts'

/** A sentence with what it is worth. */
export interface RankedUnit extends Unit {
  readonly words: readonly string[]
  /** How much each of its words counts, by who says it and when. */
  readonly worth: number
  /** How rare its words are, together. */
  readonly news: number
  /** What it takes, in tokens. */
  readonly cost: number
  /** Whether it has a number or an id that no user has said. */
  readonly isNew: boolean
  /** The newer sentences of its subject. */
  readonly later: readonly RankedUnit[]
}

/** How much a sentence counts by who says it, and how much less the oldest counts than the newest. */
const weights: Readonly<Record<Speaker, number>> = { user: 1, assistant: 0.3, tool: 0.3 }
const ageing = 0.3

/** A conversation of fewer sentences counts as one of so many: in a short one, no word is rare. */
const fewest = 64

/** From this rarity on words tell subjects apart; and how much of it two sentences of one subject share. */
const [sharp, link] = [0.65, 0.4]

/** The share of what the less rare of two sentences names that both have. */
const shared = 0.1

/** Sentences, and how rare each of their words is: 1 for a word that was said once, 0 for one that all sentences have. */
export interface Ranking {
  readonly units: readonly RankedUnit[]
  readonly rarity: ReadonlyMap<string, number>
  /** What the request still shows and is older than all of them, with the newer ones of its subject. */
  readonly older: readonly RankedUnit[]
}

interface Ranked {
  readonly older: readonly Unit[]
  readonly count: (text: string) => number
}

/**
 * Ranks sentences by principles that hold in any language: users before others, the newer before the older, the rare before the
 * common, where rarity is counted in the conversation itself; and finds for each the newer ones of its subject.
 */
export function rankUnits(said: readonly Unit[], { older, count }: Ranked): Ranking {
  const units = [...older, ...said].map((unit) => ({ unit, words: [...wordsOf(unit.text)] }))
  const times = new Map<string, number>()
  for (const { words } of units) for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
  const size = Math.log(Math.max(fewest, units.length) + 1)
  const rarity = new Map<string, number>()
  for (const [word, many] of times) rarity.set(word, Math.max(0, 1 - Math.log(many) / size))
  const byUsers = new Set(units.flatMap(({ unit, words }) => (unit.by === 'user' ? words : [])))
  const last = said.reduce((most, { position }) => Math.max(most, position), 1)
  const ranked = units.map(({ unit, words }) => {
    const isNew = unit.by !== 'user' && words.some((word) => isNumber(word) && !byUsers.has(word))
    const worth =
      (unit.isOpen ? 1 : weights[unit.by]) *
      (1 - ageing * (1 - unit.position / last))
    const news = words.reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0)
    const cost = count(`#${unit.position}: ${unit.text}\n`)
    return { ...unit, words, worth, news, cost, isNew, later: [] as RankedUnit[] }
  })
  addLater(ranked, rarity)
  return { units: ranked.slice(older.length), rarity, older: ranked.slice(0, older.length) }
}

/** Of two characters at least: a single digit is in many words. */
function isNumber(word: string): boolean {
  return word.length > 1 && /\p{N}/u.test(word)
}

/** From the newest on, each looks up the newer ones with which it shares rare words. */
function addLater(units: readonly (RankedUnit & { later: RankedUnit[] })[], rarity: ReadonlyMap<string, number>): void {
  const keen = (word: string): number => Math.max(0, ((rarity.get(word) ?? 0) - sharp) / (1 - sharp))
  const known = new Map<string, RankedUnit[]>()
  const sums = new Map<RankedUnit, number>()
  for (const unit of units.toReversed()) {
    const common = new Map<RankedUnit, number>()
    let sum = 0
    for (const word of unit.words) {
      const own = keen(word)
      if (own === 0) continue
      sum += own
      for (const later of known.get(word) ?? []) common.set(later, (common.get(later) ?? 0) + own)
    }
    sums.set(unit, sum)
    for (const [later, both] of common) {
      if (both >= link && both >= shared * Math.min(sum, sums.get(later) ?? 0) && !asks(later.text)) unit.later.push(later)
    }
    for (const word of unit.words) {
      if (keen(word) === 0) continue
      const all = known.get(word)
      if (all) all.push(unit)
      else known.set(word, [unit])
    }
  }
}
