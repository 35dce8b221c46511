import type { CompactionResult } from '@lamella/compaction'
import type { Scope } from '@lamella/core'
import { aborted, createBoundedMap, withDeadline } from '@lamella/core/plugin'
import type { Model, TokenizerFor } from '@lamella/models'
import { sentPrefix } from '@lamella/runs'
import { checkCompactOptions } from '../assembly/check-options.ts'
import type { AssemblyInputs } from '../assembly/inputs.ts'
import { metadataOf } from '../assembly/metadata.ts'
import { scopeOf } from '../assembly/scope-of.ts'
import type { AssembleOptions } from '../contract/assemble-options.ts'
import type { AssembledContext } from '../contract/assembled-context.ts'
import type { CompactionCheck, CompactOptions } from '../contract/compaction.ts'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { timeOf } from '../dependency-errors.ts'
import { type BackgroundCompactions, createBackground } from './background.ts'
import { createCompactor } from './compactor.ts'
import { createCooldown, madeProgress } from './cooldown.ts'
import { mustCompact } from './must-compact.ts'

/** A request that was made, and what it was made of. */
interface MadeRequest {
  readonly made: { readonly context: AssembledContext; readonly check: CompactionCheck }
  readonly inputs: AssemblyInputs
}

/** The parts of an assembler that a compaction uses. */
export interface Compacting {
  readonly dependencies: AssemblerDependencies
  readonly config: ContextAssemblerConfig
  readonly tokenizerFor: TokenizerFor
  readonly defaultModel: () => Model | undefined
  /** Makes the next request of a session without storing anything. */
  readonly look: (session: string, agent: string | undefined, options: AssembleOptions) => Promise<MadeRequest>
}

/** Compacts the sessions of an assembler. */
export interface SessionCompactor extends Pick<BackgroundCompactions, 'idle' | 'close'> {
  compact(session: string, options: CompactOptions): Promise<CompactionResult>
  /** Returns a check as of now: attempts since may hold it back, so they are not cached with the request. */
  asOfNow(request: MadeRequest): CompactionCheck
  /** Takes note of a request that is sent. Starts a compaction in the background if that is the mode and one is needed. */
  sent(request: MadeRequest): void
}

/** What a compaction uses of the last request. */
interface Known {
  readonly model: string
  readonly available: number
  /** Absent if no strategy of the assembler reads it. */
  readonly context?: AssembledContext
}

/** The number of sessions whose last request is remembered. */
const mostKnown = 100

export function createSessionCompactor(parts: Compacting): SessionCompactor {
  const { dependencies, config, tokenizerFor, defaultModel, look } = parts
  const { mode = 'asked', onEnd, timeout = 120_000, keepRecent } = config.compaction ?? {}
  const cooldown = createCooldown()
  const compactOnce = createCompactor()
  const background = createBackground()
  const last = createBoundedMap<string, Known>(mostKnown)
  const keepsContexts = (dependencies.compaction?.length ?? 0) > 0

  const knownOf = ({ made, inputs }: MadeRequest, keeps: boolean): Known => ({
    model: inputs.parameters.model,
    available: made.check.available,
    ...(keeps && { context: made.context }),
  })

  /** Returns what was sent last, or would be sent now. A session can be compacted even if no request can be made of it. */
  async function lastOf(
    session: string,
    agent: string | undefined,
    { scope, now, signal, compaction }: CompactOptions & { readonly scope: Scope },
  ): Promise<Known | undefined> {
    const known = last.get(keyOf(scope, session, agent))
    if (known && (known.context || !(compaction ?? keepsContexts))) return known
    try {
      const asked = { scope, ...(now && { now }), ...(signal && { signal }) }
      const work = (): Promise<MadeRequest> => look(session, agent, asked)
      const request = await withDeadline(work, { what: 'The request', signal, deadline: timeout })
      return knownOf(request, true)
    } catch {
      if (signal?.aborted) throw aborted(signal, 'The compaction')
      return known
    }
  }

  async function compact(session: string, given: CompactOptions): Promise<CompactionResult> {
    const options = checkCompactOptions(given)
    const { signal, now = timeOf(dependencies), window = defaultModel()?.contextWindow } = options
    const writers = writersOf(options, dependencies)
    const store = mustCompact({ sessionStore: dependencies.sessionStore, ...writers })
    const metadata = (): ReturnType<typeof metadataOf> => metadataOf(dependencies, session)
    const agent = options.agent ?? (await withDeadline(metadata, { what: 'The compaction', signal })).agent
    const scope = scopeOf(dependencies, options, session, agent)
    const { model, available, context } = (await lastOf(session, agent, { ...options, scope, now })) ?? {}
    const run = context?.run
    const result = await compactOnce({
      store,
      scope,
      session,
      ...writers,
      keepRecent,
      timeout,
      window,
      available: available === undefined || available < 1 ? undefined : available,
      context,
      prefixOf: run && ((before) => sentPrefix(run, before)),
      model: model ?? config.model,
      tokenizer: await tokenizerFor(defaultModel()),
      framing: config.framing,
      signal,
      now,
    })
    cooldown.attempted(cooldownKey(scope, session), result.messagesAfter, madeProgress(result))
    return result
  }

  function asOfNow({ made: { check }, inputs: { sessionId, scope } }: MadeRequest): CompactionCheck {
    const key = cooldownKey(scope, sessionId)
    const outcome = background.lastOf(key)
    const isRunning = background.isRunning(key)
    const isEarly = check.needed && cooldown.isCoolingDown(key, check.messageCount)
    return {
      ...check,
      ...((isEarly || isRunning) && { needed: false }),
      ...(isEarly && { coolingDown: true }),
      ...(isRunning && { background: 'running' as const }),
      ...(outcome && { last: outcome }),
    }
  }

  function sent(request: MadeRequest): void {
    const { sessionId, agentId, scope } = request.inputs
    last.set(keyOf(scope, sessionId, agentId), knownOf(request, keepsContexts))
    if (mode !== 'background' || !asOfNow(request).needed) return
    const agent = agentId === undefined ? {} : { agent: agentId }
    background.start(
      cooldownKey(scope, sessionId),
      (signal) => compact(sessionId, { scope, ...agent, signal }),
      (outcome) => onEnd?.({ session: sessionId, scope, ...outcome }),
    )
  }

  return { compact, asOfNow, sent, idle: background.idle, close: background.close }
}

function cooldownKey({ tenant, user, agent }: Scope, session: string): string {
  return JSON.stringify([tenant, user, agent, session])
}

function keyOf(scope: Scope, session: string, agent: string | undefined): string {
  return JSON.stringify([cooldownKey(scope, session), agent])
}

/** Returns the writers of a call, or else those of the assembler. */
function writersOf(
  call: CompactOptions,
  own: AssemblerDependencies,
): Pick<AssemblerDependencies, 'compaction' | 'summarize'> {
  const { compaction, summarize } = call.compaction === undefined && call.summarize === undefined ? own : call
  return { ...(compaction && { compaction }), ...(summarize && { summarize }) }
}
