import { atLeast, type Claim, type Section, type Skipped } from '../section.ts'
import { type Answer, byFts5, byIndex, bySessions } from './quality-engines.ts'
import { type Group, missing, type Question, readGroups } from './quality-sets.ts'

/** The sets, and the least nDCG@10 of the defaults: what was reached when they were chosen, a hundredth less. */
const sets: Readonly<Record<string, { readonly about: string; readonly least: number }>> = {
  'beam-100k': { about: '20 chats with an assistant', least: 0.475 },
  locomo: { about: '10 conversations of two people', least: 0.635 },
  'cmrc-zh': { about: 'Chinese passages', least: 0.973 },
}

const [rival, defaults, inSqlite] = ['FTS5, Porter stems', 'conversations', 'sessions in SQLite'] as const
const engines: Readonly<Record<string, Answer>> = {
  [rival]: byFts5,
  'index, text alone': byIndex({}),
  'all voices alike': byIndex({ conversation: { answer: 0 } }),
  [defaults]: byIndex({ conversation: true }),
  [inSqlite]: bySessions,
}

/** The nDCG@10 and recall@10 of each question of a group. */
interface Scored {
  readonly ndcg: readonly number[]
  readonly recall: readonly number[]
}

const gain = (place: number): number => 1 / Math.log2(place + 2)
const sumOf = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0)
const meanOf = (lists: readonly (readonly number[])[]): number => {
  const all = lists.flat()
  return sumOf(all) / all.length
}

function score({ relevant }: Question, found: readonly string[]): { readonly ndcg: number; readonly recall: number } {
  const hits = found.slice(0, 10).map((id, place) => (relevant.includes(id) ? gain(place) : 0))
  const ideal = sumOf(relevant.slice(0, 10).map((_, place) => gain(place)))
  return { ndcg: sumOf(hits) / ideal, recall: hits.filter((hit) => hit > 0).length / relevant.length }
}

async function scoresOf(groups: readonly Group[], answer: Answer): Promise<readonly Scored[]> {
  const all: Scored[] = []
  for (const group of groups) {
    const found = await answer(group)
    const scores = group.questions.map((question, n) => score(question, found[n] ?? []))
    all.push({ ndcg: scores.map(({ ndcg }) => ndcg), recall: scores.map(({ recall }) => recall) })
  }
  return all
}

/**
 * The bounds of 95 % of the means when the conversations are drawn again with replacement; of a single group, its
 * questions. The numbers come from a fixed sequence, so that they can be compared.
 */
function interval(scores: readonly Scored[]): readonly [number, number] {
  const units = scores.length > 1 ? scores.map(({ ndcg }) => ndcg) : (scores[0]?.ndcg ?? []).map((one) => [one])
  let seed = 1
  const next = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const means = Array.from({ length: 1_000 }, () =>
    meanOf(units.map(() => units[Math.floor(next() * units.length)] as readonly number[])),
  ).sort((a, b) => a - b)
  return [means[25] as number, means[974] as number]
}

/** Measures how good searches are, beside FTS5 and the index without what a conversation adds. */
export async function searchQuality(): Promise<Section | Skipped> {
  for (const set of Object.keys(sets)) {
    const skipped = missing(set)
    if (skipped !== undefined) return { skipped }
  }
  const table: string[][] = [['set', ...Object.keys(engines)]]
  const claims: Claim[] = []
  for (const [set, { about, least }] of Object.entries(sets)) {
    const groups = readGroups(set)
    const means = new Map<string, number>()
    const cells: string[] = []
    for (const [name, answer] of Object.entries(engines)) {
      const scores = await scoresOf(groups, answer)
      const mean = meanOf(scores.map(({ ndcg }) => ndcg))
      const [low, high] = interval(scores)
      means.set(name, mean)
      cells.push(
        `${shown(mean)} (${shown(low)} to ${shown(high)}); ${shown(meanOf(scores.map(({ recall }) => recall)))}`,
      )
    }
    table.push([`${set}: ${about}`, ...cells])
    const meanBy = (name: string): number => means.get(name) as number
    const [own, theirs] = [meanBy(defaults), meanBy(rival)]
    const worse = Math.min(own, meanBy(inSqlite))
    claims.push(atLeast(`${set}: at least ${least} by default`, worse, least, shown(worse)), {
      text: `${set}: not below FTS5`,
      seen: `${shown(own)} and ${shown(theirs)}`,
      holds: own >= theirs,
    })
  }
  return {
    title: 'How good searches are',
    about:
      'nDCG@10 (1 is perfect) with its 95 % interval, for which conversations are drawn again (questions, where there ' +
      'is one group); then recall@10. `beam-100k`: BEAM, 355 questions on chats of about 100,000 tokens whose ' +
      'assistant writes twelve times as much as the user. The share of an answer and the limits of voices and parts ' +
      'were chosen on these three sets; the weights of neighbours, questions, speakers and dates on LoCoMo and two ' +
      'others.',
    table,
    claims,
  }
}

function shown(value: number): string {
  return value.toFixed(3)
}
