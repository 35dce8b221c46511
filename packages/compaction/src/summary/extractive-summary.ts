import { createEstimator } from '@lamella/core'
import type { CompactionRequest } from '@lamella/core/plugin'
import { checkOptions, mustBeFunction, mustBeText } from '@lamella/core/plugin'
import { canRead, readerCall } from '@lamella/store'
import type { SummaryStrategy } from '../compression/summary-strategy.ts'
import { isLikelySecret } from '../digest/likely-secret.ts'
import { chooseLines } from './choose-lines.ts'
import { placesOf } from './ranges.ts'
import { readLines } from './read-lines.ts'
import { sectionsNote } from './render-sections.ts'
import type { Omit } from './secrets.ts'

/** Options of `extractiveSummary`. */
export interface ExtractiveSummaryOptions {
  /** Names the strategy in reports. Default `extract`. */
  readonly name?: string | undefined
  /** Returns whether a value is left out. Default: `isLikelySecret`. */
  readonly omit?: Omit | undefined
}

/**
 * Makes a compaction strategy of `extractSummary`: it asks no model, so it can be the only strategy, or the last one, which writes a
 * summary when all others have failed. If the request has the tool `read_result`, the summary says how to read a message.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const compaction = [anthropicCompaction({ send }), extractiveSummary()]
 */
export function extractiveSummary(options: ExtractiveSummaryOptions = {}): SummaryStrategy {
  const { name = 'extract', omit = isLikelySecret } = checkOptions('extractiveSummary', options, {
    name: mustBeText,
    omit: mustBeFunction,
  })
  return {
    name,
    limitsEachCall: true,
    compact: async ({ messages, positions, context, maxOutputTokens, count = estimate(), signal }) => {
      signal.throwIfAborted()
      const read = readLines({ messages, places: placesOf(messages, positions), omit, count })
      return { text: chooseLines(read, { maxTokens: maxOutputTokens, count, note: noteFor(context) }).text }
    },
  }
}

/** Counts where nobody said how. */
export function estimate(): (text: string) => number {
  const tokenizer = createEstimator()
  return (text) => tokenizer.count(text)
}

/** The first line of a summary: what its numbers mean, and how the model reads a message. */
export function noteFor({ tools = [] }: Pick<CompactionRequest['context'], 'tools'>): string {
  return canRead(tools) ? `${sectionsNote} To read #7, for example: ${readerCall(7)}.` : sectionsNote
}
