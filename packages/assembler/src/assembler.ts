import { isLamellaError, type Layer } from '@lamella/core'
import { checkOptions, mustBeObject, withDeadline } from '@lamella/core/plugin'
import { createTokenizers, type Model } from '@lamella/models'
import { countsAfter, keepUsage } from '@lamella/runs'
import { arrangementOf, keepsRuns } from './assembly/arrangement.ts'
import { runVersion } from './assembly/build-in-run.ts'
import { cacheKey } from './assembly/cache-key.ts'
import {
  checkAssembleOptions,
  checkCompactionOptions,
  checkConfig,
  checkDependencies,
  checkIds,
} from './assembly/check-options.ts'
import { copyForCaller } from './assembly/copy-for-caller.ts'
import { gather, type Sources } from './assembly/gather.ts'
import type { AssemblyInputs } from './assembly/inputs.ts'
import { type BuildersOf, createBuilders, defaultSectionSeparator } from './assembly/make-builder.ts'
import { type Assembled, type Making, makeContext } from './assembly/make-context.ts'
import { findModelIn } from './assembly/model-of.ts'
import { type FoundSession, findSession } from './assembly/session-key.ts'
import { AssemblyCache } from './cache/assembly-cache.ts'
import { createFingerprints } from './cache/fingerprint.ts'
import { createListNames } from './cache/list-names.ts'
import { CompactionDetector, type Detector } from './compaction/compaction-detector.ts'
import { mustCompact } from './compaction/must-compact.ts'
import { createSessionCompactor } from './compaction/session-compactor.ts'
import type { AssembleOptions } from './contract/assemble-options.ts'
import type { ContextAssemblerConfig } from './contract/config.ts'
import type { ContextAssembler } from './contract/context-assembler.ts'
import type { AssemblerDependencies } from './contract/dependencies.ts'
import { type Folder, workspaceFolder } from './folder/workspace-folder.ts'
import { openOnce } from './open-once.ts'
import { ToolCollector } from './tools/tool-collector.ts'

/**
 * Creates an assembler, which makes a whole request in one call: instruction files, memory, skills, tools, the history
 * within the window, parameters. It returns a context that the encoders of `@lamella/wire` accept unchanged.
 *
 * @throws LamellaError `OPTION_INVALID`; `COMPACTION_UNSUPPORTED` for `mode: 'background'` of `compaction` without a store that saves
 * summaries, or without a strategy
 * @example
 * const assembler = createContextAssembler(
 *   { sessionStore, scope: { tenant: 'acme' }, toolExecutor },
 *   { model: 'claude-sonnet-4-5', workspace: './agent' },
 * )
 * const request = toAnthropic(await assembler.assemble('session-123', 'agent-1'))
 */
export function createContextAssembler(
  dependencies: AssemblerDependencies,
  config: ContextAssemblerConfig = {},
): ContextAssembler {
  checkDependencies(dependencies)
  const given = checkConfig(config)
  const checked = { ...given, arrange: arrangementOf(dependencies, given) }
  if (checked.compaction?.mode === 'background') mustCompact(dependencies)
  const own = new Set(dependencies.layers?.map(({ name }) => name))
  return createAssembler(dependencies, checked, workspaceFolder(checked, own))
}

/** The answer to a call, and what it was made of. */
interface Answer {
  readonly made: Assembled
  readonly inputs: AssemblyInputs
  readonly cached: boolean
}

/** How often a context is made again because messages were appended while it was made. */
const attempts = 5

/** Creates an assembler from checked options, on any kind of folder, with any rule of when to compact. */
export function createAssembler(
  dependencies: AssemblerDependencies,
  config: ContextAssemblerConfig,
  folder: Folder | undefined,
  detector: Detector = detectorOf(config),
): ContextAssembler {
  const { cache: caching = {}, ...checked } = config
  const { ttl = 60_000, maxEntries = 100 } = caching === false ? {} : caching
  const sources: Sources = {
    dependencies,
    config: checked,
    folder,
    tools: new ToolCollector(dependencies.toolExecutor),
  }
  const { tokenizer } = checked
  const tokenizerFor = tokenizer ? async () => tokenizer : createTokenizers()
  const making: Making = {
    builders: buildersWith(checked, dependencies.layers ?? [], folder),
    tokenizerFor,
    detector,
    separator: checked.sectionSeparator ?? defaultSectionSeparator,
    strategy: checked.truncationStrategy ?? 'smart',
    learned: {},
  }
  const cache = new AssemblyCache<Assembled>(ttl, { maxEntries })
  const names = { fingerprintOf: createFingerprints(), listNameOf: createListNames(maxEntries) }

  const { sessionStore } = dependencies
  const sessions = checked.arrange === 'run' && keepsRuns(sessionStore) ? sessionStore : undefined
  const holds = checked.compaction?.mode === 'background'

  async function make(
    inputs: AssemblyInputs,
    session: FoundSession,
    peek: boolean,
    signal?: AbortSignal,
  ): Promise<Assembled> {
    let conversation = await session.open(signal)
    let assembled: Assembled | undefined
    for (let attempt = 1; assembled === undefined; attempt++) {
      try {
        assembled = await makeContext(making, inputs, conversation, sessions && { sessions, peek, holds }, signal)
      } catch (error) {
        if (attempt === attempts || !isLamellaError(error, 'SESSION_CONFLICT')) throw error
        conversation = await session.open(signal)
      }
    }
    // Messages were appended after the session was looked up: the context is right, but belongs to another key.
    if (conversation.revision !== session.revision) cache.invalidate(inputs.sessionId)
    return assembled
  }

  /** @param peek Whether the request is only looked at, and will not be sent. */
  async function assembled(
    sessionId: string,
    agentId: string | undefined,
    options: AssembleOptions,
    peek: boolean,
  ): Promise<Answer> {
    checkIds('assemble', sessionId, agentId)
    const { signal, ...request } = checkAssembleOptions(options)
    const work = async (): Promise<Answer> => {
      const inputs = await gather(sources, sessionId, agentId, request)
      const session = await findSession(dependencies, inputs)
      const isRefused = inputs.counting.refused !== undefined
      // What the provider has refused must not be found again.
      if (isRefused) cache.invalidate(sessionId)
      const plain =
        caching !== false && !isRefused ? await cacheKey(inputs, session.key, dependencies, names) : undefined
      const keyAt = (run: number | undefined): object => ({ ...plain, run })
      const key = plain && keyAt(sessions && (await runVersion(sessions, inputs.scope, sessionId)))
      const makeOnce = async (): Promise<Answer> => {
        return { made: await make(inputs, session, peek, signal), inputs, cached: false }
      }
      if (key === undefined) return makeOnce()
      let cached = true
      const makeNow = (own: AbortSignal): Promise<Assembled> => {
        cached = false
        return make(inputs, session, peek, own)
      }
      const keyAfter = ({ version }: Assembled): object => keyAt(version)
      try {
        // What was only looked at is not stored, so it must not be found by a request that will be sent.
        if (peek && sessions) {
          const made = cache.get(sessionId, key)
          return made ? { made, inputs, cached } : await makeOnce()
        }
        return { made: await cache.getOrMake(sessionId, key, makeNow, { signal, keyAfter }), inputs, cached }
      } catch (error) {
        // Messages may contain values that cannot be compared, such as functions: they can be sent, but not cached.
        if (!isLamellaError(error, 'OPTION_INVALID') || error.details.what !== 'canonicalKey') throw error
        return makeOnce()
      }
    }
    return withDeadline(work, { what: 'The assembly', signal })
  }

  const compactor = createSessionCompactor({
    dependencies,
    config: checked,
    tokenizerFor,
    defaultModel: () => defaultModelOf(checked),
    look: (sessionId, agentId, options) => assembled(sessionId, agentId, options, true),
  })

  return {
    assemble: async (sessionId, agentId, options = {}) => {
      const started = performance.now()
      const request = await assembled(sessionId, agentId, options, false)
      const check = compactor.asOfNow(request)
      compactor.sent(request)
      return copyForCaller(request.made.context, { check, cached: request.cached, started })
    },
    counted: async (context, usage) => {
      checkOptions('counted', { metadata: context?.metadata }, { metadata: mustBeObject }, ['metadata'])
      const { run, counts, metadata } = context
      const { session: id, agent } = metadata
      if (run === undefined)
        making.learned.counts = countsAfter({ ...(counts && { counts }), epoch: 1, marks: [] }, usage)
      else if (sessions) await keepUsage({ sessions, scope: run.scope, id, ...(agent && { agent }) }, run, usage)
    },
    checkCompaction: async (sessionId, given = {}) => {
      const { agent, explicit, options } = checkCompactionOptions(given)
      const check = compactor.asOfNow(await assembled(sessionId, agent, options, true))
      return explicit ? { ...check, needed: true, reason: 'explicit', coolingDown: false } : check
    },
    compact: async (sessionId, options = {}) => {
      checkIds('compact', sessionId, undefined)
      return compactor.compact(sessionId, options)
    },
    idle: compactor.idle,
    close: compactor.close,
    invalidateCache: (sessionId) => {
      if (sessionId !== undefined) checkIds('invalidateCache', sessionId, undefined)
      cache.invalidate(sessionId)
    },
    getCacheStats: () => ({ assembly: cache.getStats() }),
  }
}

/** Builders with the layers of the folder, if there is one. Invalid layers fail here rather than at the first request. */
function buildersWith(
  config: ContextAssemblerConfig,
  own: readonly Layer[],
  folder: Folder | undefined,
): () => Promise<BuildersOf> {
  const plain = createBuilders(config, own)
  if (folder === undefined) return async () => plain
  const names = new Set(own.map(({ name }) => name))
  return openOnce(async () => {
    const layers = (await folder.layers()).filter(({ name }) => !names.has(name))
    return createBuilders(config, [...layers, ...own])
  })
}

function detectorOf({ compaction = {} }: ContextAssemblerConfig): Detector {
  const { threshold, messageThreshold, toolThreshold } = compaction
  return new CompactionDetector({
    compactionThreshold: threshold,
    compactionMessageThreshold: messageThreshold,
    compactionToolThreshold: toolThreshold,
  })
}

function defaultModelOf(config: ContextAssemblerConfig): Model | undefined {
  const { model } = config
  return model === undefined ? undefined : findModelIn(config, model)
}
