import type { LamellaError } from '@lamella/core'
import { assemblerError } from '../errors.ts'

/** Returns the error for a store that cannot save a summary. */
export function storeUnsupported(): LamellaError<'COMPACTION_UNSUPPORTED'> {
  return assemblerError(
    'COMPACTION_UNSUPPORTED',
    'The session store does not save summaries, so its sessions cannot be compacted.',
    "Use a store with 'compact' and 'compactions', such as those of Lamella.",
    { missing: 'store' },
  )
}

/** Returns the error for a compaction without a summarizer. */
export function summarizeMissing(): LamellaError<'COMPACTION_UNSUPPORTED'> {
  return assemblerError(
    'COMPACTION_UNSUPPORTED',
    'There is no function to write a summary of the session.',
    "Pass a function 'summarize', usually one that calls a model.",
    { missing: 'summarize' },
  )
}
