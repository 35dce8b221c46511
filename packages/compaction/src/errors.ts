import type { LamellaError } from '@lamella/core'
import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface CompactionErrorDetails {
  /** A session cannot be compacted: its store does not save summaries, or there is no summarizer. */
  COMPACTION_UNSUPPORTED: { readonly missing: 'store' | 'summarize' }
}

const compactionError: MakeError<CompactionErrorDetails> = errorsOf<CompactionErrorDetails>()

/** Returns the error for a store that cannot save a summary. */
export function storeUnsupported(): LamellaError<'COMPACTION_UNSUPPORTED'> {
  return compactionError(
    'COMPACTION_UNSUPPORTED',
    'The session store does not save summaries, so its sessions cannot be compacted.',
    "Use a store with 'compactions', such as those of Lamella.",
    { missing: 'store' },
  )
}

export function summarizeMissing(): LamellaError<'COMPACTION_UNSUPPORTED'> {
  return compactionError(
    'COMPACTION_UNSUPPORTED',
    'There is no strategy to write a summary of the session.',
    "Pass a function 'summarize', usually one that calls a model, or strategies in 'compaction'.",
    { missing: 'summarize' },
  )
}
