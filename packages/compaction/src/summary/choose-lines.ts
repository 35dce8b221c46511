import { chooseUnits } from '../digest/choose-units.ts'
import { longestThatFits } from '../digest/longest-that-fits.ts'
import type { RankedUnit } from '../digest/rank-units.ts'
import type { SummaryLine } from './contract.ts'
import { rangesText } from './ranges.ts'
import type { RankedLine, ReadLines } from './read-lines.ts'
import { headings, renderSections } from './render-sections.ts'

/** What a summary may take, and of what it is made. */
export interface ChooseLimits {
  readonly maxTokens: number
  readonly count: (text: string) => number
  /** The line before all sections. */
  readonly note: string
  /** Whether what no summary and no model has written is added. Default `true`. */
  readonly fill?: boolean
}

/** A summary within its limits. */
export interface ChosenLines {
  /** '' if not even one line fits. */
  readonly text: string
  readonly lines: readonly SummaryLine[]
}

/** The shares of the room, in this order; what one leaves is for the next ones, and at the end for whatever tells most. */
const rooms = { written: 0.7, users: 0.4, others: 0.15, values: 0.4 }

/** Fewer words of users, or of others, without a number tell nothing on their own. */
const fewest = { users: 2, others: 4 }

/**
 * Chooses lines as a digest does: what a model wrote, with the newer sentences of its subject; what users say; what others say with
 * values that no user said; values of tools; then whatever tells most.
 */
export function chooseLines(
  { units, rarity, of, values }: ReadLines,
  { maxTokens, count, note, fill = true }: ChooseLimits,
): ChosenLines {
  const choice = chooseUnits(units, { rarity, isShown: (unit) => isEmpty(unit, of(unit)) })
  const titles = new Set([...units.map((unit) => of(unit).line), ...values].map(({ section }) => headings[section]))
  const room = maxTokens - count([note, ...[...titles].map((one) => `## ${one}`)].join('\n'))
  let left = room
  const take = (share: number, fits: (unit: RankedUnit) => boolean): void => {
    left -= choice.take(Math.min(left, Math.floor(share * room)), fits)
  }
  const chosen: SummaryLine[] = []
  const takeValues = (share: number): void => {
    let most = Math.min(left, Math.floor(share * room))
    for (const line of values.slice(chosen.length)) {
      const cost = count(`${rangesText(line.sources)}: ${line.text}\n`)
      if (cost > most) break
      chosen.push(line)
      most -= cost
      left -= cost
    }
  }
  take(fill ? rooms.written : 1, (unit) => of(unit).isWritten || (!fill && of(unit).by === 'summary'))
  if (fill) {
    take(rooms.users, ({ by }) => by === 'user')
    take(rooms.others, ({ isNew }) => isNew)
    takeValues(rooms.values)
    take(1, () => true)
    takeValues(1)
  }
  // The first are the last that are left out; what one message says is in its order.
  const places = new Map([...units.map((unit) => of(unit).line), ...values].map((line, place) => [line, place]))
  const found = [...[...choice.chosen].map((unit) => of(unit).line), ...chosen]
  const made = new Map<string, readonly SummaryLine[]>([['', []]])
  const render = (end: number): string => {
    const lines = found.slice(0, end).sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
    const text = renderSections(lines, note)
    made.set(text, lines)
    return text
  }
  const text = longestThatFits(found.length, { maxTokens, count, render })
  return { text, lines: made.get(text) ?? [] }
}

function isEmpty({ by, words, isOpen }: RankedUnit, { line, isWritten }: RankedLine): boolean {
  if (isWritten || isOpen || /\p{N}/u.test(line.text)) return false
  return words.length < (by === 'user' ? fewest.users : fewest.others)
}
