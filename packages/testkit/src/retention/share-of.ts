import type { Outcome, Verdict } from './contract.ts'
import { createRandom } from './random.ts'

/** A share from 0 to 1, and the interval in which it is expected. */
export interface SharedOutcomes {
  readonly share: number
  readonly low: number
  readonly high: number
  /** Of how many outcomes. */
  readonly of: number
}

const rounds = 1_000
const level = 0.95

/**
 * Returns the share of outcomes with a verdict, or with one of several, and its 95 % confidence interval: a percentile
 * bootstrap by conversation (B. Efron, R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13), which draws whole
 * conversations with all of their facts, seeds and requests, since these depend on each other. The draws are the same for the same input. Without outcomes,
 * all are NaN.
 *
 * @example
 * shareOf(outcomes, 'kept', 'reachable') // { share: 0.97, low: 0.96, high: 0.98, of: 4_800 }
 */
export function shareOf(outcomes: readonly Outcome[], ...verdicts: readonly Verdict[]): SharedOutcomes {
  const conversations = new Map<number, { hits: number; of: number }>()
  for (const { conversation, verdict } of outcomes) {
    const counts = conversations.get(conversation) ?? { hits: 0, of: 0 }
    conversations.set(conversation, counts)
    counts.of++
    if (verdicts.includes(verdict)) counts.hits++
  }
  const all = [...conversations.values()]
  const random = createRandom(all.length, verdicts.join())
  const draws = Array.from({ length: rounds }, () => shareIn(all.map(() => random.pick(all)))).sort((a, b) => a - b)
  const edge = Math.floor((rounds * (1 - level)) / 2)
  return {
    share: shareIn(all),
    low: draws[edge] ?? Number.NaN,
    high: draws[rounds - 1 - edge] ?? Number.NaN,
    of: outcomes.length,
  }
}

function shareIn(counts: readonly { readonly hits: number; readonly of: number }[]): number {
  const [hits, of] = counts.reduce(([sum, all], one) => [sum + one.hits, all + one.of], [0, 0] as [number, number])
  return hits / of
}
