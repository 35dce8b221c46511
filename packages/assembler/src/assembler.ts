import { isLamellaError } from '@lamella/core'
import type { Model } from '@lamella/models'
import { cacheKey } from './assembly/cache-key.ts'
import {
  checkAssembleOptions,
  checkCompactionOptions,
  checkCompactOptions,
  checkConfig,
  checkDependencies,
  checkIds,
} from './assembly/check-options.ts'
import { isSessionStore } from './assembly/conversation.ts'
import { gather, type Sources } from './assembly/gather.ts'
import { handOut } from './assembly/hand-out.ts'
import type { AssemblyInputs } from './assembly/inputs.ts'
import { createBuilders, defaultSectionSeparator } from './assembly/make-builder.ts'
import { type Assembled, type Making, makeContext } from './assembly/make-context.ts'
import { metadataOf } from './assembly/metadata.ts'
import { findModelIn } from './assembly/model-of.ts'
import { type FoundSession, findSession } from './assembly/session-key.ts'
import { timeOf } from './assembly/time-of.ts'
import { whileWanted } from './assembly/while-wanted.ts'
import { scopeOf } from './assembly/whose.ts'
import { AssemblyCache } from './cache/assembly-cache.ts'
import { createFingerprints } from './cache/fingerprint.ts'
import { CompactionDetector } from './compaction/compaction-detector.ts'
import { createCompactor } from './compaction/compactor.ts'
import { createCooldown, madeProgress } from './compaction/cooldown.ts'
import { storeUnsupported } from './compaction/unsupported.ts'
import type { AssembleOptions } from './contract/assemble-options.ts'
import type { CompactionCheck } from './contract/compaction.ts'
import type { ContextAssemblerConfig } from './contract/config.ts'
import type { ContextAssembler } from './contract/context-assembler.ts'
import type { AssemblerDependencies } from './contract/dependencies.ts'
import { BootstrapFileLoader } from './files/bootstrap-file-loader.ts'
import { DefaultsResolver } from './parameters/defaults-resolver.ts'
import { createTokenizers } from './tokens/default-tokenizer.ts'
import { ToolCollector } from './tools/tool-collector.ts'

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
  const tokenizerFor = createTokenizers(checked.tokenizer)
  const making: Making = {
    builders: createBuilders(checked, dependencies.layers ?? []),
    tokenizerFor,
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
    checkIds('assemble', sessionId, agentId)
    const { signal, ...request } = checkAssembleOptions(options)
    return whileWanted(signal, 'assembly', async () => {
      const inputs = await gather(sources, sessionId, agentId, request)
      const session = await findSession(dependencies, inputs)
      const key = enableCaching ? await cacheKey(inputs, session.key, dependencies, fingerprintOf) : undefined
      if (key === undefined) return { made: await make(inputs, session, signal), inputs, cached: false }
      let cached = true
      const makeNow = (own: AbortSignal): Promise<Assembled> => {
        cached = false
        return make(inputs, session, own)
      }
      try {
        return { made: await cache.getOrMake(sessionId, key, makeNow, { signal }), inputs, cached }
      } catch (error) {
        // Messages may hold what cannot be compared, such as functions: they can be sent, but not found again.
        if (!isLamellaError(error, 'OPTION_INVALID') || error.details.what !== 'canonicalKey') throw error
        return { made: await make(inputs, session, signal), inputs, cached: false }
      }
    })
  }

  /** What is held back right now follows from attempts since, so it is not part of what is cached. */
  function current({ check }: Assembled, { sessionId, scope }: AssemblyInputs): CompactionCheck {
    const isEarly = check.needed && cooldown.isCoolingDown(cooldownKey(scope, sessionId), check.messageCount)
    return { ...check, ...(isEarly && { needed: false, coolingDown: true }) }
  }

  return {
    assemble: async (sessionId, agentId, options = {}) => {
      const started = performance.now()
      const { made, inputs, cached } = await assembled(sessionId, agentId, options)
      return handOut(made.context, { check: current(made, inputs), cached, started })
    },
    checkCompaction: async (sessionId, given = {}) => {
      const { agentId, explicit, options } = checkCompactionOptions(given)
      const { made, inputs } = await assembled(sessionId, agentId, options)
      const check = current(made, inputs)
      return explicit ? { ...check, needed: true, reason: 'explicit', coolingDown: false } : check
    },
    compact: async (sessionId, options = {}) => {
      checkIds('compact', sessionId, undefined)
      const {
        signal,
        now = timeOf(dependencies),
        contextWindow = defaultModelOf(checked)?.contextWindow,
      } = checkCompactOptions(options)
      const { sessionStore } = dependencies
      if (!isSessionStore(sessionStore)) throw storeUnsupported()
      const agent =
        options.agentId ?? (await whileWanted(signal, 'compaction', () => metadataOf(dependencies, sessionId))).agentId
      const scope = scopeOf(dependencies, options, sessionId, agent)
      const result = await compactOnce({
        store: sessionStore,
        scope,
        sessionId,
        summarize: options.summarize ?? dependencies.summarize,
        keepRecent: checked.compactionKeepRecent,
        timeout: checked.compactionTimeout,
        contextWindow,
        tokenizer: await tokenizerFor(defaultModelOf(checked)),
        framing: checked.framing,
        signal,
        now,
      })
      cooldown.attempted(cooldownKey(scope, sessionId), result.messagesAfter, madeProgress(result))
      return result
    },
    invalidateCache: (sessionId) => {
      if (sessionId !== undefined) checkIds('invalidateCache', sessionId, undefined)
      cache.invalidate(sessionId)
    },
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

function defaultModelOf(config: ContextAssemblerConfig): Model | undefined {
  const { defaultModel } = config
  return defaultModel === undefined ? undefined : findModelIn(config, defaultModel)
}

function cooldownKey({ tenant, user, agent }: AssemblyInputs['scope'], sessionId: string): string {
  return JSON.stringify([tenant, user, agent, sessionId])
}
