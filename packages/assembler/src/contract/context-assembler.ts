import type { CompactionResult } from '@lamella/compaction'
import type { RunUsage } from '@lamella/runs'
import type { CacheStats } from '../cache/assembly-cache.ts'
import type { AssembleOptions } from './assemble-options.ts'
import type { AssembledContext } from './assembled-context.ts'
import type { CheckCompactionOptions, CompactionCheck, CompactOptions } from './compaction.ts'

/** Assembles whole requests from sessions. */
export interface ContextAssembler {
  /**
   * Assembles the next request of a session. If its newest message is a user message, that is the message to answer. A
   * signal ends its caller's wait, whatever a dependency does.
   *
   * @param agent The agent. Default: the one in the session's metadata.
   * @throws LamellaError `MODEL_REQUIRED`, `MODEL_UNKNOWN`, `PARAMETER_INVALID`, `OPTION_INVALID`, `REQUEST_INVALID`,
   * `BUDGET_INVALID`, `CONTEXT_OVERFLOW`, `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `SCOPE_INVALID`,
   * `WORKSPACE_NOT_FOUND`, `ABORTED`; errors of your own layers and of a store of Lamella
   */
  assemble(session: string, agent?: string, options?: AssembleOptions): Promise<AssembledContext>
  /**
   * Keeps what the provider has counted a context and its answer as: in a run, what repeats of them in the next request is counted
   * so; with the other arrangements, the requests that follow are estimated as far off as this one was. Call it after the answer
   * is in the session.
   *
   * @param usage `readUsage(response)?.context` of `@lamella/models`.
   * @throws errors of the store
   */
  counted(context: AssembledContext, usage: RunUsage): Promise<void>
  /**
   * Returns whether a session should be compacted, based on the request that would be sent now: before the next one may
   * have to be cut.
   *
   * @throws LamellaError as `assemble`
   */
  checkCompaction(session: string, options?: CheckCompactionOptions): Promise<CompactionCheck>
  /**
   * Replaces the older messages of a session with a summary. Nothing is removed, and a summarizer that fails changes
   * nothing: the result says why. For sessions in stores of Lamella.
   *
   * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`, `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`,
   * `SCOPE_INVALID`, `ABORTED`, and errors of the store
   */
  compact(session: string, options?: CompactOptions): Promise<CompactionResult>
  /**
   * Resolves when no compaction is at work in the background, for hosts that stop a process after its answer, such as
   * `waitUntil(assembler.idle())`.
   */
  idle(): Promise<void>
  /**
   * Aborts compactions in the background, and resolves when they have ended. None is started afterwards; everything else
   * still works. A summary that was not finished changes nothing.
   */
  close(): Promise<void>
  /**
   * Clears cached contexts of a session, or of all; pending contexts are returned to their callers and not cached. Only
   * needed for inputs without a version, such as a session recreated under its id. Files have their own time to live.
   *
   * @throws LamellaError `OPTION_INVALID`
   */
  invalidateCache(session?: string): void
  /** Hits and misses of contexts since the assembler was created. */
  getCacheStats(): { readonly assembly: CacheStats }
}
