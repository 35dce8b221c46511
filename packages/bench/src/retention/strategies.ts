import { valueDigest } from '@lamella/compaction/digest'
import { type RetentionStrategy, slidingWindow } from '@lamella/testkit/retention'
import { byBatches, compacting } from './compacting.ts'
import { classic, runWith } from './lamella.ts'
import { chef, pruned, summarized, trimmed } from './rivals.ts'

/** A strategy of the bench. */
export interface Compared {
  readonly name: string
  readonly strategy: RetentionStrategy
  readonly isOwn: boolean
}

/** What we recommend: a run with its defaults, and the tool that reads the session. */
export const recommended = 'Lamella, a run with `read_result`'

export const compared: readonly Compared[] = [
  own(recommended, runWith({ reads: true })),
  own('Lamella, a run', runWith()),
  own('Lamella, a run, values alone', runWith({ history: { digest: valueDigest() } })),
  own('Lamella, a run, no digest', runWith({ history: { digest: false } })),
  own('Lamella, large results put aside', runWith({ aside: 1 / 16 })),
  own('Lamella, memory search', runWith({ memory: 'search' })),
  own('Lamella, compaction', compacting),
  own('Lamella, by batches', byBatches),
  own('Lamella, classic cut', classic),
  rival('sliding window', slidingWindow),
  rival('`trimMessages` of LangChain', trimmed),
  rival('`summarizationMiddleware` of LangChain', summarized),
  rival('`pruneMessages` of `ai`, sliding', pruned),
  rival('context-chef', chef),
]

function own(name: string, strategy: RetentionStrategy): Compared {
  return { name, strategy, isOwn: true }
}

function rival(name: string, strategy: RetentionStrategy): Compared {
  return { name, strategy, isOwn: false }
}
