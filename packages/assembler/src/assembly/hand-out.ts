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
  const { messages, tools, context, metadata } = made
  const { compactionReason: _, ...told } = metadata
  const own = [...messages]
  return {
    ...made,
    messages: own,
    tools: [...tools],
    context: { ...context, system: [...context.system], messages: own, tools: [...context.tools] },
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
