import type { AssembledContext } from '../contract/assembled-context.ts'
import type { CompactionCheck } from '../contract/compaction.ts'

/** What is only known when a context is handed out. */
export interface HandedOut {
  readonly check: CompactionCheck
  readonly cached: boolean
  /** By `performance.now`. */
  readonly started: number
}

/** A context for one caller: its lists are their own, so that what they add to them is in no other answer of the cache. */
export function handOut(made: AssembledContext, { check, cached, started }: HandedOut): AssembledContext {
  const { system, messages, tools, metadata } = made
  const { compactionReason: _, ...told } = metadata
  return {
    ...made,
    system: [...system],
    messages: [...messages],
    tools: [...tools],
    metadata: {
      ...told,
      activeSkills: [...told.activeSkills],
      notices: [...told.notices],
      shouldCompact: check.needed,
      ...(check.needed && check.reason !== undefined && { compactionReason: check.reason }),
      cached,
      assemblyTime: performance.now() - started,
    },
  }
}
