import { extractSummary } from '@lamella/compaction/summary'
import type { RetentionSummarizer, RetentionTask } from '@lamella/testkit/retention'

/** Stands in for a model in all strategies: the lines that the extractive summary of `@lamella/compaction` finds. */
export const extracted: RetentionSummarizer = (texts, maxTokens) =>
  extractSummary(
    texts.map((content) => ({ role: 'user', content })),
    { maxTokens },
  ).text

/** The tokens that each strategy asks its summarizer for: an eighth of what the answer leaves of the window. */
export function summaryTokens({ window, reserve }: Pick<RetentionTask, 'window' | 'reserve'>): number {
  return Math.floor((window - reserve) / 8)
}
