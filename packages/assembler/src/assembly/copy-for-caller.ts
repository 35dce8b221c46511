import type { AssembledContext } from '../contract/assembled-context.ts'
import type { CompactionCheck } from '../contract/compaction.ts'

/** The part of a context that is only known when it is returned. */
export interface CallDetails {
  readonly check: CompactionCheck
  readonly cached: boolean
  /** As of `performance.now`. */
  readonly started: number
}

/** Copies a context for one caller, so that changes to its lists do not affect other cached answers. */
export function copyForCaller(made: AssembledContext, { check, cached, started }: CallDetails): AssembledContext {
  const { system, messages, tools, metadata } = made
  const { compactionReason: _, ...rest } = metadata
  return {
    ...made,
    system: [...system],
    messages: [...messages],
    tools: [...tools],
    metadata: {
      ...rest,
      activeSkills: [...rest.activeSkills],
      notices: [...rest.notices],
      shouldCompact: check.needed,
      ...(check.needed && check.reason !== undefined && { compactionReason: check.reason }),
      cached,
      assemblyTime: performance.now() - started,
    },
  }
}
