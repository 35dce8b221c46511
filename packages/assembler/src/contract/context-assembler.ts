import type { CacheStats } from '../cache/assembly-cache.ts'
import type { AssembleOptions } from './assemble-options.ts'
import type { AssembledContext } from './assembled-context.ts'
import type { CheckCompactionOptions, CompactionCheck, CompactionResult, CompactOptions } from './compaction.ts'

/** Makes whole requests of sessions. */
export interface ContextAssembler {
  /**
   * Everything for the next request of a session. Where its newest message is the user's, that is what is to be answered. A
   * signal ends the waiting of who gave it, whatever a dependency does.
   *
   * @param agent Default: the one of the session's metadata.
   * @throws LamellaError `MODEL_REQUIRED`, `MODEL_UNKNOWN`, `PARAMETER_INVALID`, `OPTION_INVALID`, `REQUEST_INVALID`,
   * `BUDGET_INVALID`, `CONTEXT_OVERFLOW`, `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `SCOPE_INVALID`, `WORKSPACE_NOT_FOUND`,
   * `ABORTED`; what layers of your own and a store of Lamella throw
   */
  assemble(session: string, agent?: string, options?: AssembleOptions): Promise<AssembledContext>
  /** Whether a session should be compacted, by what would be sent of it now. @throws LamellaError as `assemble` */
  checkCompaction(session: string, options?: CheckCompactionOptions): Promise<CompactionCheck>
  /**
   * Lets a summary stand for the older messages of a session. Nothing is removed, and a summarizer that fails changes nothing:
   * the result tells why. For sessions in stores of Lamella.
   *
   * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`, `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `SCOPE_INVALID`,
   * `ABORTED`, and what the store throws
   */
  compact(session: string, options?: CompactOptions): Promise<CompactionResult>
  /**
   * Forgets contexts of a session, or of all; what is being made right now is given to those who wait, and not kept. Needed
   * only for what has no version, such as a session made anew under its id. Files have a time to live of their own.
   *
   * @throws LamellaError `OPTION_INVALID`
   */
  invalidateCache(session?: string): void
  /** Hits and misses of contexts since the assembler was made. */
  getCacheStats(): { readonly assembly: CacheStats }
}
