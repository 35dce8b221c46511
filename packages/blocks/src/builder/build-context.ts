import {
  type BuildRequest,
  type CountMemory,
  createContext,
  createEstimator,
  defineLayer,
  type Framing,
  LamellaError,
  type Layer,
  type LayerResult,
  type Notice,
  type Parameters,
  type Scope,
  type Tokenizer,
  type ToolDefinition,
} from '@lamella/core'
import { type Counter, checkLayerScope, createCounter, defaultFraming, isObject } from '@lamella/core/plugin'
import { type ActivityRenderer, activity, history, message, type ToolRule, toolRules } from '@lamella/layers'
import { ownerOf } from '@lamella/store'
import type { ContextConfig } from '../config/context-config.ts'
import { limitsFor } from '../config/context-config.ts'
import type { ResolvedLimits } from '../config/model-context-limits.ts'
import { baseInstructions } from '../layers/base-instructions.ts'
import { type BlockSource, blockSource } from '../layers/block-source.ts'
import { coreLayer } from '../layers/core-blocks.ts'
import type { BlockReader } from '../layers/known-blocks.ts'
import type { BlockRendering } from '../layers/options.ts'
import { workingLayer } from '../layers/working-blocks.ts'
import { type BlockContext, withMetadata } from './block-context.ts'
import { type HistorySource, readHistory } from './history.ts'
import { withinDeadline } from './within-deadline.ts'

/** The model of a context. */
export interface ModelInfo {
  /** Selects the limits in the configuration. */
  readonly id: string
  /** Default: the core's estimate. */
  readonly tokenizer?: Tokenizer
  /** The tokens that the wire format adds. Default: those of a chat format. */
  readonly framing?: Framing
  /** Sampling parameters for the encoder. */
  readonly parameters?: Parameters
}

/** A request to `build`. Not of a run: the builder compresses the history anew for each request. */
export type BlockContextRequest = Omit<BuildRequest, 'session' | 'tools'>

/** The settings of a builder. */
export interface BuilderState {
  readonly memory: BlockReader
  readonly config: ContextConfig
  readonly counts: CountMemory
  readonly rendering: BlockRendering
  readonly agent?: string
  readonly history?: HistorySource
  readonly tools?: readonly ToolDefinition[]
  readonly baseInstructions?: string
  readonly toolRules?: readonly ToolRule[]
  readonly model?: ModelInfo
  readonly activity?: ActivityRenderer
  readonly batchBlocks?: readonly string[]
}

/** The minimum tokens for working blocks, or all of the memory's tokens if there are fewer. */
const leastForWorking = 200
/** The minimum tokens for the history, as in its layer. */
const leastForHistory = 500

export async function buildContext(state: BuilderState, request: BlockContextRequest): Promise<BlockContext> {
  const { config, memory, model, counts } = state
  if (!isObject(request))
    throw refused('request', 'build(request) was called without a request.', 'Pass at least { scope: { tenant } }.')
  const fix = 'Use coreBlocks(), workingBlocks(), history() and message() with createContext(), or omit it.'
  for (const key of ['run', 'cut']) {
    const what = `The builder of blocks cannot extend a run (request.${key}): it compresses the history anew for each request.`
    if (Reflect.get(request, key) !== undefined) throw refused(key, what, fix)
  }
  const limits = limitsFor(config, model?.id)
  const agent = agentFor(state.agent, request.scope)
  checkLayerScope('the memory of blocks', memory.scope, ownerOf(request.scope))
  const signal = request.signal ?? new AbortController().signal
  const tokenizer = model?.tokenizer ?? createEstimator()
  const framing = model?.framing ?? defaultFraming
  const source = blockSource(memory, agent, state.rendering)
  const { deadline, compressionDeadline } = config
  const [core, past] = await Promise.all([
    withinDeadline(() => source.core(undefined), { layer: 'core-blocks', deadline, signal }),
    state.history === undefined || config.maxMessagesCap === 0
      ? undefined
      : readHistory(state.history, {
          scope: request.scope,
          strategy: config.compression,
          maxTokens: limits.historyTokens,
          maxMessages: config.maxMessagesCap,
          tokenizer,
          framing,
          now: request.now,
          deadline,
          compressionDeadline,
          signal,
        }),
  ])
  const offered = [...namesOf(core)]
  const context = await createContext()
    .tokenizer(tokenizer)
    .framing(framing)
    .counts(counts)
    .deadline(deadline)
    .budget({ window: limits.maxTokens, reserve: limits.reservedResponseTokens })
    .parameters(model === undefined ? {} : { ...model.parameters, model: model.id })
    .tools(state.tools ?? [])
    .use([
      baseInstructions(state.baseInstructions),
      ...blockLayersOf(core, remembering(source, offered), limits, createCounter(tokenizer, framing, counts)),
      activity({ render: state.activity ?? (() => undefined), limit: config.activityEntriesLimit, agent }),
      toolRules(state.toolRules ?? []),
      historyLayer(config.maxMessagesCap, limits),
      message(),
    ] as const)
    .build({
      ...request,
      ...(past === undefined ? {} : { session: past.session }),
      batchBlocks: state.batchBlocks ?? [],
    })
  return withMetadata({ context, agent, model: model?.id, limits, offered, compressed: past?.compressed })
}

/** Working blocks get the memory tokens that core blocks leave, but no fewer than their minimum. */
function blockLayersOf(
  core: LayerResult,
  source: Pick<BlockSource, 'working'>,
  { memoryTokens }: ResolvedLimits,
  counter: Counter,
): readonly [Layer<'core-blocks'>, ReturnType<typeof workingLayer>] {
  const text = core.fragments.map(({ content }) => content).join('\n\n')
  const tokens = text === '' ? 0 : counter.text(text)
  const min = Math.min(leastForWorking, memoryTokens)
  const notices = [...(core.notices ?? []), ...(tokens > memoryTokens ? [overMemory(tokens, memoryTokens)] : [])]
  return [
    coreLayer(() => ({ core: async () => ({ ...core, notices }) }), undefined),
    workingLayer(() => source, undefined, { min, max: Math.max(min, memoryTokens - tokens) }),
  ]
}

function historyLayer(cap: number, { historyTokens }: ResolvedLimits): Layer<'history'> {
  const { spec: _, name: __, ...definition } = history({ maxMessages: Math.max(1, cap) })
  const budget = { min: Math.min(leastForHistory, historyTokens), max: historyTokens }
  return defineLayer('history', { ...definition, budget })
}

/** Adds the names of loaded blocks to a list. */
function remembering(source: BlockSource, offered: string[]): Pick<BlockSource, 'working'> {
  return {
    working: async (batch, run) => {
      const result = await source.working(batch, run)
      offered.push(...namesOf(result))
      return result
    },
  }
}

function namesOf({ fragments }: LayerResult): readonly string[] {
  return fragments.map(({ id, origin }) => origin?.from ?? id)
}

/** @throws LamellaError `SCOPE_INVALID` */
function agentFor(agent: string | undefined, scope: Scope | undefined): string {
  const known = agent ?? scope?.agent
  const isOther = agent !== undefined && scope?.agent !== undefined && scope.agent !== agent
  if (known !== undefined && known !== '' && !isOther) return known
  throw new LamellaError({
    code: 'SCOPE_INVALID',
    what: isOther
      ? `The builder is for the agent '${agent}', but scope.agent is '${scope?.agent}'.`
      : 'The context has no agent.',
    fix: isOther ? 'Omit one of them.' : 'Call forAgent(id), or set scope.agent.',
    details: { key: 'agent' },
  })
}

function refused(key: string, what: string, fix: string): LamellaError<'REQUEST_INVALID'> {
  return new LamellaError({ code: 'REQUEST_INVALID', what, fix, details: { key } })
}

function overMemory(tokens: number, most: number): Notice {
  return {
    code: 'MEMORY_OVER_LIMIT',
    what: `Core blocks have ${tokens} tokens, but memoryTokens is ${most}. Core blocks are never cut: shorten them, or raise memoryTokens.`,
    details: { tokens, most },
  }
}
