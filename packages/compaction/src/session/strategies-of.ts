import type { Tokenizer } from '@lamella/core'
import type { Check, CompactionStrategy } from '@lamella/core/plugin'
import { type Summarize, strategiesProblem } from '../compression/strategy.ts'
import { summaryStrategy } from '../compression/summary-strategy.ts'

/** Who can write a summary. */
interface Writers {
  readonly compaction?: readonly CompactionStrategy[] | undefined
  readonly summarize?: Summarize | undefined
}

/** What the strategy of a summarizer needs. */
interface SummarizerLimits {
  readonly window: number
  readonly timeout: number
  readonly tokenizer: Tokenizer
}

/** Checks a list of compaction strategies, which may be empty: the summarizer is then the only one. */
export const mustBeStrategies: Check = (value) =>
  Array.isArray(value) && value.length === 0 ? undefined : strategiesProblem(value)

/** Returns all strategies, in the order in which they are asked: the summarizer is the last one. */
export function strategiesOf(
  { compaction = [], summarize }: Writers,
  limits: SummarizerLimits,
): readonly CompactionStrategy[] {
  return summarize === undefined ? compaction : [...compaction, summaryStrategy(summarize, limits)]
}
