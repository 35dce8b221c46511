import type { JsonValue } from '@lamella/core'
import {
  checkOptions,
  type DigestPolicy,
  type DigestRequest,
  isObject,
  mustBeFunction,
  summaryRange,
} from '@lamella/core/plugin'
import { chooseUnits } from './choose-units.ts'
import { isLikelySecret } from './likely-secret.ts'
import { newsIn, type RankedUnit, type Ranking, rankUnits } from './rank-units.ts'
import { renderThatFits, renderUnits, titles } from './render-units.ts'
import { shownSentences } from './shown-sentences.ts'
import { readUnits, type Unit, unitsFromJson, unitsToJson } from './units.ts'
import { headingFor, mustBeShare, readValues, type ValueDigestOptions } from './value-digest.ts'

/** Options of `factDigest`. */
export interface FactDigestOptions extends ValueDigestOptions {
  /** The most tokens that it takes, as a share of the budget: above 0, to 0.5. Default 0.25. */
  readonly share?: number
}

/**
 * The rooms of a digest, in this order: what users say newer than the request still shows, what else users say, what others say
 * with values that no user said, values of tools. What they leave is for whatever tells most, then for values.
 */
const rooms = { brought: 0.1, users: 0.4, others: 0.15, values: 0.4 }

/** The share of what the best sentence tells that those of others tell at least: room that says less is for messages. */
const minShareOfBest = 0.02

/** The most characters of JSON in which sentences are remembered, more than a digest shows: one may be needed again later. */
const mostMemory = { least: 24_000, forToken: 6, most: 56_000 }

/**
 * Creates the digest of what a conversation has established: sentences word for word, each with the number of its message, then
 * values as of `valueDigest`. No model is asked, and no word of any language decides: what users say comes first, the rare before
 * the common, the newer before the older, and a sentence brings along the newer ones of its subject, so that nothing is
 * shown without what replaced it. Of a model that repeats what it answers, only sentences with a value that no user said count
 * as newer, and all count little. Room that one kind leaves is for the others.
 *
 * Its share and its weights were chosen with made conversations; the page `docs/retention.md` shows them on others.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * history({ digest: factDigest({ share: 0.15 }) })
 */
export function factDigest(options: FactDigestOptions = {}): DigestPolicy {
  const { share = 0.25, omit = isLikelySecret } = checkOptions('factDigest', options, {
    share: mustBeShare,
    omit: mustBeFunction,
  })
  return {
    spec: 1,
    name: 'facts',
    share,
    digest: (request) => {
      const { gone, maxTokens, count, shown } = request
      const before = memoryOf(request.before)
      const stated = shownSentences(shown)
      const read = readUnits(gone, { before: before.units, omit })
      const since = gone[0]?.position ?? 0
      const { units, rarity, older } = rankUnits(read, { older: stated.older, since, count })
      const choice = chooseUnits(units, { rarity, isShown: ({ text }) => stated.has(text) })
      const heading = headingFor('From earlier messages, word for word', request)
      const room = maxTokens - count(`${heading}\n${titles}\n## Values\n`)
      const isUsers = ({ by, isOpen }: RankedUnit): boolean => by === 'user' || isOpen
      // What the request shows brings along what replaced it, too.
      const brought = new Set(older.flatMap(({ later }) => later))
      let left = room - choice.take(Math.floor(rooms.brought * room), (unit) => isUsers(unit) && brought.has(unit))
      left -= choice.take(Math.floor(rooms.users * room), isUsers)
      left -= choice.take(Math.min(left, Math.floor(rooms.others * room)), ({ by, isNew }) => by === 'tool' || isNew)
      const values = readValues({ gone, before: before.values }, omit)
      const valuesIn = (said: string, most: number): string =>
        values.text(
          { shown: [...shown, said], maxTokens: most, count },
          said === '' ? heading : '## Values',
          ({ isOfTools }) => isOfTools,
        )
      const some = valuesIn(renderUnits(choice.chosen, heading), Math.min(left, Math.floor(rooms.values * room)))
      left -= some === '' ? 0 : count(`\n${some}`)
      const isCovered = coveredBy(shown)
      choice.take(left, (unit) => !isCovered(unit), minShareOfBest)
      const said = renderThatFits([...choice.chosen], { heading, maxTokens, count })
      const textWith = (most: number): string =>
        [said, most > 0 ? valuesIn(said, most) : ''].filter((part) => part !== '').join('\n')
      let most = maxTokens - (said === '' ? 0 : count(`${said}\n`))
      let text = textWith(most)
      // A text can count more than its parts.
      for (let over = count(text) - maxTokens; over > 0 && most > 0; over = count(text) - maxTokens) {
        most -= over
        text = textWith(most)
      }
      if (units.length === 0 && values.memory === undefined) return undefined
      return {
        text,
        memory: {
          units: unitsToJson(remembered(units, { rarity, maxTokens })),
          ...(values.memory !== undefined && { values: values.memory }),
        },
      }
    },
  }
}

/** Whether a summary that the request shows covers the message of a sentence: it need not be repeated where there is room. */
function coveredBy(shown: DigestRequest['shown']): (unit: RankedUnit) => boolean {
  const ranges = shown.flatMap((one) => (typeof one === 'string' ? [] : (summaryRange(one) ?? [])))
  return ({ position }) => ranges.some(({ start, end }) => position >= start && position < end)
}

/** Returns the sentences worth most within a limit; one that was replaced is worth no more than what replaced it. */
function remembered(
  units: readonly RankedUnit[],
  { rarity, maxTokens }: Pick<Ranking, 'rarity'> & { readonly maxTokens: number },
): readonly RankedUnit[] {
  const worth = new Map(units.map((unit) => [unit, (unit.worth * newsIn(unit, rarity)) / unit.cost]))
  for (const unit of units) {
    for (const later of unit.later) worth.set(later, Math.max(worth.get(later) ?? 0, worth.get(unit) ?? 0))
  }
  let left = Math.min(mostMemory.most, Math.max(mostMemory.least, mostMemory.forToken * maxTokens))
  const kept = new Set<RankedUnit>()
  for (const unit of units.toReversed().sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0))) {
    left -= JSON.stringify(unit.text).length + 24
    if (left >= 0) kept.add(unit)
  }
  return units.filter((unit) => kept.has(unit))
}

/** Reads what a store kept; that of another digest is nothing. */
function memoryOf(json: JsonValue | undefined): {
  readonly units: readonly Unit[]
  readonly values: JsonValue | undefined
} {
  const { units, values } = isObject(json) ? (json as { units?: JsonValue; values?: JsonValue }) : {}
  return { units: unitsFromJson(units), values }
}
