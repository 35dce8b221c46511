import type { Tokenizer } from '@lamella/core'
import type { Check, CompactionStrategy } from '@lamella/core/plugin'
import { type Summarize, strategiesProblem, summaryStrategy } from '@lamella/layers'

/** Who can write a summary. */
export interface Writers {
  readonly compaction?: readonly CompactionStrategy[] | undefined
  readonly summarize?: Summarize | undefined
}

/** What the strategy of a summarizer needs. */
interface SummarizerLimits {
  readonly window: number
  readonly timeout: number
  readonly tokenizer: Tokenizer
}

/** Without strategies, the summarizer is the only one. */
export const mustBeStrategies: Check = (value) =>
  Array.isArray(value) && value.length === 0 ? undefined : strategiesProblem(value)

/** Returns the writers of a call, or else those of the assembler. */
export function writersOf(call: Writers, own: Writers): Writers {
  const { compaction, summarize } = call.compaction === undefined && call.summarize === undefined ? own : call
  return { compaction, summarize }
}

/** Returns all strategies, in the order in which they are asked: the summarizer is the last one. */
export function strategiesOf(
  { compaction = [], summarize }: Writers,
  limits: SummarizerLimits,
): readonly CompactionStrategy[] {
  return summarize === undefined ? compaction : [...compaction, summaryStrategy(summarize, limits)]
}
