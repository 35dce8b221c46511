import { createEstimator, type Message } from '@lamella/core'
import { chooseLines } from './choose-lines.ts'
import type { MissingFact, SummaryLine } from './contract.ts'
import { checkExtract, type ExtractOptions } from './extract-options.ts'
import { missingOf } from './missing-facts.ts'
import { placesOf } from './ranges.ts'
import { readLines } from './read-lines.ts'
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
 * Extracts a summary from messages without a model: sentences word for word, by who said them, values of tools and files of calls,
 * each line with the positions of its messages. A summary among the messages is not written anew: its lines stay as far as there is
 * room. The same messages give the same summary.
 *
 * It chooses as [the digest of a cut](https://lamella.dev/cuts) does, in any language: what users say first, the rare before the
 * common, the newer before the older, and a sentence brings along the newer ones of its subject. `missing` names what it leaves out.
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
  const count = (text: string): number => tokenizer.count(text)
  const read = readLines({ messages, places: placesOf(messages, positions), omit, count })
  const chosen = chooseLines(read, { maxTokens, count, note: sectionsNote })
  return { ...chosen, missing: missingOf(read, chosen.text) }
}
