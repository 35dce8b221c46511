import type { LamellaError } from '@lamella/core'
import { assemblerError } from '../errors.ts'

/** The error for sessions in a store that could not keep a summary. */
export function storeUnsupported(): LamellaError<'COMPACTION_UNSUPPORTED'> {
  return assemblerError(
    'COMPACTION_UNSUPPORTED',
    'The session store keeps no summaries, so a session of it cannot be compacted.',
    "Use a store with 'compact' and 'compactions', such as those of Lamella.",
    { missing: 'store' },
  )
}

/** The error for a compaction that nobody could write the summary of. */
export function summarizeMissing(): LamellaError<'COMPACTION_UNSUPPORTED'> {
  return assemblerError(
    'COMPACTION_UNSUPPORTED',
    'There is nobody who could write a summary of the session.',
    "Give a function 'summarize', usually one that asks a model.",
    { missing: 'summarize' },
  )
}
