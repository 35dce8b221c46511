import { createEstimator, type Message } from '@lamella/core'
import { arrangeLines } from './arrange-lines.ts'
import type { MissingFact, SummaryLine } from './contract.ts'
import { collectFrom } from './extract-lines.ts'
import { checkExtract, type ExtractOptions } from './extract-options.ts'
import { fitLines } from './fit-lines.ts'
import { missingOf } from './missing-facts.ts'
import { placesOf } from './ranges.ts'
import { sectionsNote } from './render-sections.ts'

/** A summary that was extracted from messages. */
export interface ExtractedSummary {
  /** In sections, for a model to read; '' if the messages say nothing that a section has room for. */
  readonly text: string
  /** What it consists of. */
  readonly lines: readonly SummaryLine[]
  /** What it has no room for. */
  readonly missing: readonly MissingFact[]
}

/**
 * Extracts a summary from messages without a model: goal, decisions and preferences, open promises, facts, files and state, each line
 * with the positions of its messages. A summary among the messages is not written anew: its lines stay, are corrected, or end, as
 * later messages say. The same messages give the same summary.
 *
 * Numbers, ids, dates, names and files are found in any language; what a sentence does (a decision, a promise, a correction) is
 * recognized in English. A value that a later message replaced stands with what replaced it, or not at all. Where the summary
 * would pass `maxTokens`, facts of tools give way first, then facts of people, the oldest first; `missing` names them.
 *
 * @throws LamellaError `OPTION_INVALID`, `MESSAGE_INVALID`
 * @example
 * const { text, missing } = extractSummary(messages, { maxTokens: 1_000 })
 */
export function extractSummary(messages: readonly Message[], options: ExtractOptions = {}): ExtractedSummary {
  const {
    maxTokens = 4_000,
    tokenizer = createEstimator(),
    positions,
    omit,
  } = checkExtract('extractSummary', messages, options)
  const collected = collectFrom({ messages, places: placesOf(messages, positions), omit }).lines()
  const count = (text: string): number => tokenizer.count(text)
  const fitted = fitLines(arrangeLines(collected), { maxTokens, count, note: sectionsNote })
  return { ...fitted, missing: missingOf(collected, fitted.text) }
}
