import { findModel } from '@lamella/models'
import { cacheKey } from './assembly/cache-key.ts'
import { checkAssembleOptions, checkCompactOptions, checkConfig, checkDependencies } from './assembly/check-options.ts'
import { gather, metadataOf, type Sources, scopeOf } from './assembly/gather.ts'
import { handOut } from './assembly/hand-out.ts'
import type { AssemblyInputs } from './assembly/inputs.ts'
import { createBuilders, defaultSectionSeparator } from './assembly/make-builder.ts'
import { type Assembled, type Making, makeContext } from './assembly/make-context.ts'
import { type FoundSession, findSession } from './assembly/session-key.ts'
import { AssemblyCache, type CacheStats } from './cache/assembly-cache.ts'
import { createFingerprints } from './cache/fingerprint.ts'
import { CompactionDetector } from './compaction/compaction-detector.ts'
import { createCompactor } from './compaction/compactor.ts'
import { createCooldown, madeProgress } from './compaction/cooldown.ts'
import type { AssembleOptions } from './contract/assemble-options.ts'
import type { AssembledContext } from './contract/assembled-context.ts'
import type {
  CheckCompactionOptions,
  CompactionCheck,
  CompactionResult,
  CompactOptions,
} from './contract/compaction.ts'
import type { ContextAssemblerConfig } from './contract/config.ts'
import type { AssemblerDependencies } from './contract/dependencies.ts'
import { BootstrapFileLoader } from './files/bootstrap-file-loader.ts'
import { DefaultsResolver } from './parameters/defaults-resolver.ts'
import { ToolCollector } from './tools/tool-collector.ts'

/** Makes whole requests of sessions. */
export interface ContextAssembler {
  /**
   * Everything for the next request of a session. Where its newest message is the user's, that is what is to be answered.
   *
   * @param agentId Default: the one of the session's metadata.
   * @throws LamellaError `MODEL_REQUIRED`, `MODEL_UNKNOWN`, `PARAMETER_INVALID`, `OPTION_INVALID`, `CONTEXT_OVERFLOW`,
   * `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `SCOPE_INVALID`, `ABORTED`, and what the stores throw
   */
  assemble(sessionId: string, agentId?: string, options?: AssembleOptions): Promise<AssembledContext>
  /** Whether a session should be compacted, by what would be sent of it now. @throws LamellaError as `assemble` */
  checkCompaction(sessionId: string, options?: CheckCompactionOptions): Promise<CompactionCheck>
  /**
   * Lets a summary stand for the older messages of a session. Nothing is removed, and a summarizer that fails changes nothing:
   * the result tells why. For sessions in stores of Lamella.
   *
   * @throws LamellaError `COMPACTION_UNSUPPORTED`, `OPTION_INVALID`, `ABORTED`, and what the store throws
   */
  compact(sessionId: string, options?: CompactOptions): Promise<CompactionResult>
  /** Forgets contexts of a session, or of all. Needed only for what has no version, such as a session made anew under its id. */
  invalidateCache(sessionId?: string): void
  getCacheStats(): { readonly assembly: CacheStats }
}

/**
 * One call for a whole request: instruction files, skills, tools, the history within the window, parameters.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const assembler = createContextAssembler(
 *   { sessionStore, scope: { tenant: 'acme' }, toolExecutor },
 *   { defaultModel: 'claude-sonnet-4-5', bootstrapPath: './agent' },
 * )
 * const { systemPrompt, messages, tools, parameters } = await assembler.assemble('session-123', 'agent-1')
 */
export function createContextAssembler(
  dependencies: AssemblerDependencies,
  config: ContextAssemblerConfig = {},
): ContextAssembler {
  checkDependencies(dependencies)
  const { enableCaching = true, cacheTTL = 60_000, cacheMaxEntries = 100, ...checked } = checkConfig(config)
  const sources = sourcesOf(dependencies, { ...checked, enableCaching })
  const making: Making = {
    builders: createBuilders(checked, dependencies.layers ?? []),
    detector: new CompactionDetector(checked),
    separator: checked.sectionSeparator ?? defaultSectionSeparator,
    strategy: checked.truncationStrategy ?? 'smart',
  }
  const cache = new AssemblyCache<Assembled>(cacheTTL, { maxEntries: cacheMaxEntries })
  const fingerprintOf = createFingerprints()
  const cooldown = createCooldown()
  const compactOnce = createCompactor()

  async function make(inputs: AssemblyInputs, session: FoundSession, signal?: AbortSignal): Promise<Assembled> {
    const conversation = await session.open(signal)
    const assembled = await makeContext(making, inputs, conversation, signal)
    // Somebody appended since the session was looked up: what was made is right, and of another key.
    if (conversation.revision !== session.revision) cache.invalidate(inputs.sessionId)
    return assembled
  }

  async function assembled(
    sessionId: string,
    agentId: string | undefined,
    options: AssembleOptions,
  ): Promise<{ readonly made: Assembled; readonly inputs: AssemblyInputs; readonly cached: boolean }> {
    const { signal, ...request } = checkAssembleOptions(options)
    signal?.throwIfAborted()
    const inputs = await gather(sources, sessionId, agentId, request)
    const session = await findSession(dependencies, inputs)
    const key = enableCaching ? await cacheKey(inputs, session.key, dependencies, fingerprintOf) : undefined
    if (key === undefined) return { made: await make(inputs, session, signal), inputs, cached: false }
    let cached = true
    const makeNow = (own: AbortSignal): Promise<Assembled> => {
      cached = false
      return make(inputs, session, own)
    }
    return { made: await cache.getOrMake(sessionId, key, makeNow, { signal }), inputs, cached }
  }

  /** What is held back right now follows from attempts since, so it is not part of what is cached. */
  function current({ check }: Assembled, { sessionId, scope }: AssemblyInputs): CompactionCheck {
    const isEarly = check.needed && cooldown.isCoolingDown(cooldownKey(scope, sessionId), check.messageCount)
    return isEarly ? { ...check, needed: false, coolingDown: true } : check
  }

  return {
    assemble: async (sessionId, agentId, options = {}) => {
      const started = performance.now()
      const { made, inputs, cached } = await assembled(sessionId, agentId, options)
      return handOut(made.context, { check: current(made, inputs), cached, started })
    },
    checkCompaction: async (sessionId, { agentId, explicit = false, ...options } = {}) => {
      const { made, inputs } = await assembled(sessionId, agentId, options)
      const check = current(made, inputs)
      return explicit ? { ...check, needed: true, reason: 'explicit', coolingDown: false } : check
    },
    compact: async (sessionId, options = {}) => {
      const {
        signal,
        now = dependencies.now?.() ?? new Date(),
        contextWindow = defaultWindow(checked),
      } = checkCompactOptions(options)
      const { sessionStore } = dependencies
      const agent = options.agentId ?? (await metadataOf(dependencies, sessionId))?.agentId
      const scope = scopeOf(dependencies, options, sessionId, agent)
      const result = await compactOnce({
        store: sessionStore as never,
        scope,
        sessionId,
        summarize: options.summarize ?? dependencies.summarize,
        keepRecent: checked.compactionKeepRecent,
        timeout: checked.compactionTimeout,
        contextWindow,
        tokenizer: checked.tokenizer,
        framing: checked.framing,
        signal,
        now,
      })
      cooldown.attempted(cooldownKey(scope, sessionId), result.messagesAfter, madeProgress(result))
      return result
    },
    invalidateCache: (sessionId) => cache.invalidate(sessionId),
    getCacheStats: () => ({ assembly: cache.getStats() }),
  }
}

function sourcesOf(dependencies: AssemblerDependencies, config: ContextAssemblerConfig): Sources {
  const { bootstrapPath, enableCaching = true, cacheFileTTL = 60_000 } = config
  return {
    dependencies,
    config,
    files:
      bootstrapPath === undefined
        ? undefined
        : new BootstrapFileLoader({ bootstrapPath, enableCaching, cacheTTL: cacheFileTTL }),
    tools: new ToolCollector(dependencies.toolExecutor),
    parameters: new DefaultsResolver(config),
  }
}

function defaultWindow({ defaultModel, models }: ContextAssemblerConfig): number | undefined {
  return defaultModel === undefined ? undefined : (models?.findModel ?? findModel)(defaultModel)?.contextWindow
}

function cooldownKey({ tenant, user, agent }: AssemblyInputs['scope'], sessionId: string): string {
  return JSON.stringify([tenant, user, agent, sessionId])
}
