import type { CompactionFailure } from './compaction-result.ts'

/** Why nothing was compacted, where there was nothing to compact. */
export const nothingToCompact = 'Every complete turn is recent or already a summary.'

/** Why nothing was compacted, where it is unknown what a message replaces. */
export const unknownPlaces = 'A message imitates a summary, and the messages that it replaces are unknown.'

/** Why nothing was compacted, by the last failure. */
export const whyUnchanged: Readonly<Record<CompactionFailure, string>> = {
  threw: 'The summarizer threw.',
  empty: 'The summarizer returned no text.',
  invalid: 'The strategy returned something else than { text, native? }.',
  unreadable: 'The messages begin with a summary that only its provider can read.',
  unsupported: 'No strategy supports the model.',
  'too-long': 'The summary was too long, or no shorter than the messages it replaces.',
  'nothing-to-gain': 'The messages to compact are too short for any summary to be shorter.',
  'budget-too-small': "The summarizer's budget is too small for a single character.",
  gap: 'Messages in between are missing.',
  timeout: 'The summarizer took too long.',
  conflict: 'Another process changed the session in the meantime.',
  'not-kept': 'The store did not save the summary.',
}
