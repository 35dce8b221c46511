import type { LamellaError } from '@lamella/core'
import { isSessionStore } from '../assembly/conversation.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { assemblerError } from '../errors.ts'

/** Checks that sessions can be compacted. @throws LamellaError `COMPACTION_UNSUPPORTED` */
export function mustCompact({ sessionStore, compaction = [], summarize }: AssemblerDependencies): void {
  if (!isSessionStore(sessionStore) || !sessionStore.compactions) throw storeUnsupported()
  if (summarize === undefined && compaction.length === 0) throw summarizeMissing()
}

/** Returns the error for a store that cannot save a summary. */
export function storeUnsupported(): LamellaError<'COMPACTION_UNSUPPORTED'> {
  return assemblerError(
    'COMPACTION_UNSUPPORTED',
    'The session store does not save summaries, so its sessions cannot be compacted.',
    "Use a store with 'compactions', such as those of Lamella.",
    { missing: 'store' },
  )
}

/** Returns the error for a compaction without a summarizer. */
export function summarizeMissing(): LamellaError<'COMPACTION_UNSUPPORTED'> {
  return assemblerError(
    'COMPACTION_UNSUPPORTED',
    'There is no strategy to write a summary of the session.',
    "Pass a function 'summarize', usually one that calls a model, or strategies in 'compaction'.",
    { missing: 'summarize' },
  )
}
