import { batchByTurn, type MessageBatch } from '@lamella/compaction'
import { createCountMemory, type Message, type Parameters, type ToolDefinition } from '@lamella/core'
import {
  type Check,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeObject,
  mustBeText,
  mustBeTexts,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { type ActivityRenderer, type ToolRule, toolRules } from '@lamella/layers'
import type { SessionStore } from '@lamella/store'
import { type ContextConfigOptions, contextConfig } from '../config/context-config.ts'
import type { BlockReader } from '../layers/known-blocks.ts'
import { mustBeMemory, renderingOf } from '../layers/options.ts'
import type { BlockContext } from './block-context.ts'
import { type BlockContextRequest, type BuilderState, buildContext, type ModelInfo } from './build-context.ts'
import type { HistorySource } from './history.ts'

/** A context that names its model, which the packages of OpenAI and Anthropic require. */
interface WithModel {
  readonly parameters: Parameters & { readonly model: string }
}

/**
 * Builds contexts for an agent with blocks. Immutable: every step returns a new builder, so one builder can be the base of others; a
 * repeated step replaces the earlier one. It remembers token counts by content, so keep it between builds.
 */
export interface BlockContextBuilder<Built extends BlockContext = BlockContext> {
  /** The agent whose blocks are shown. Default: the agent of the request's scope. */
  forAgent(agent: string): BlockContextBuilder<Built>
  /**
   * The conversation so far: a session of a store under the request's scope; messages, where each turn is a batch; or batches. A
   * history over its limits is compressed in whole batches by the strategy of the configuration. A store with compactions keeps the
   * summaries.
   */
  withMessages(store: SessionStore, session: string): BlockContextBuilder<Built>
  withMessages(messages: readonly Message[] | readonly MessageBatch[]): BlockContextBuilder<Built>
  withTools(tools: readonly ToolDefinition[]): BlockContextBuilder<Built>
  /** Default: `defaultBaseInstructions`. A blank text adds nothing. */
  withBaseInstructions(text: string): BlockContextBuilder<Built>
  /** @throws LamellaError `OPTION_INVALID`, `TOOL_RULES_CONFLICT` */
  withToolRules(rules: readonly ToolRule[]): BlockContextBuilder<Built>
  /** The model. Its id selects the limits in the configuration. */
  withModelInfo(model: ModelInfo): BlockContextBuilder<Built & WithModel>
  withActivityRenderer(render: ActivityRenderer): BlockContextBuilder<Built>
  /** Blocks to show even if they are not pinned: ids, labels, or `label@owner` for shared blocks. */
  withBatchBlocks(blocks: readonly string[]): BlockContextBuilder<Built>
  /**
   * Builds a context that fits the model's limits: the core builder's context, plus `metadata`.
   *
   * @throws LamellaError `CONTEXT_OVERFLOW` if the pinned parts do not fit, `SCOPE_INVALID` without an agent,
   * `SCOPE_MISMATCH` for a tenant or user other than the memory's, `LAYER_TIMEOUT`, `ABORTED`, and errors of the core's
   * builder, the memory and the store
   */
  build(request: BlockContextRequest): Promise<Built>
}

/**
 * Creates a context builder: base instructions, core blocks, working blocks, activity and tool rules, then the history
 * and the new message. The context has no provider's format: the encoders of `@lamella/wire` meet each provider's
 * requirements, such as a user message at the start.
 *
 * @param config Overrides of the defaults.
 * @throws LamellaError `OPTION_INVALID`, `BUDGET_INVALID`
 * @example
 * const context = await contextBuilder(memory, { modelOverrides: { small: { maxTokens: 100_000 } } })
 *   .forAgent('entropy')
 *   .withMessages(store, 'telegram_4711')
 *   .withBaseInstructions('You are Entropy, a task breakdown specialist.')
 *   .withToolRules([toolRule.exitLoop('send_message')])
 *   .withModelInfo({ id: 'small' })
 *   .build({ scope: { tenant: 'acme' }, message: 'Hello' })
 */
export function contextBuilder(memory: BlockReader, config: ContextConfigOptions = {}): BlockContextBuilder {
  mustBeMemory('contextBuilder', memory)
  const checkedConfig = contextConfig(config)
  const rendering = renderingOf({
    includeDescriptions: checkedConfig.includeDescriptions,
    includeSchemas: checkedConfig.includeSchemas,
    shortPermissions: checkedConfig.shortPermissions,
  })
  return builderOf({ memory, config: checkedConfig, counts: createCountMemory(), rendering })
}

function builderOf<Built extends BlockContext>(state: BuilderState): BlockContextBuilder<Built> {
  const change = <Next extends BlockContext = Built>(part: Partial<BuilderState>): BlockContextBuilder<Next> =>
    builderOf({ ...state, ...part })
  return Object.freeze<BlockContextBuilder<Built>>({
    forAgent: (agent) => change({ agent: checked('forAgent', 'agent', mustBeName, agent) }),
    withMessages: (...given: readonly unknown[]) => change({ history: historySource(given) }),
    withTools: (tools) => change({ tools: [...checked('withTools', 'tools', mustBeList, tools)] }),
    withBaseInstructions: (text) =>
      change({ baseInstructions: checked('withBaseInstructions', 'text', mustBeText, text) }),
    withToolRules: (rules) => {
      toolRules(rules)
      return change({ toolRules: [...rules] })
    },
    withModelInfo: (model) => {
      checked('withModelInfo', 'model', mustBeObject, model)
      checked('withModelInfo', 'id', mustBeName, model.id)
      return change<Built & WithModel>({ model: { ...model } })
    },
    withActivityRenderer: (render) =>
      change({ activity: checked('withActivityRenderer', 'render', mustBeFunction, render) }),
    withBatchBlocks: (blocks) =>
      change({ batchBlocks: [...checked('withBatchBlocks', 'blocks', mustBeTexts, blocks)] }),
    // The parameters name the model if withModelInfo was called.
    build: (request) => buildContext(state, request) as Promise<Built>,
  })
}

function historySource([first, session]: readonly unknown[]): HistorySource {
  if (!Array.isArray(first)) {
    checked('withMessages', 'store', mustHaveMethod('page'), first)
    return { store: first as SessionStore, session: checked('withMessages', 'session', mustBeName, session as string) }
  }
  const isBatch = (item: unknown): boolean => isObject(item) && Array.isArray(item['messages'])
  const list: readonly unknown[] = first
  if (list.length > 0 && list.every(isBatch)) return { batches: [...(list as readonly MessageBatch[])] }
  checked('withMessages', 'messages', mustBeMessages, list)
  return { batches: batchByTurn(list as readonly Message[]) }
}

const mustBeName: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a non-empty text'

const mustBeList: Check = (value) => (Array.isArray(value) ? undefined : 'must be a list')

const mustBeMessages: Check = (value) =>
  Array.isArray(value) && value.every((item) => isObject(item) && typeof item['role'] === 'string')
    ? undefined
    : 'must be a list of messages, a list of batches, or a store and the id of a session'

/** @throws LamellaError `OPTION_INVALID` */
function checked<Value>(step: string, name: string, check: Check, value: Value): Value {
  checkOptions<Record<string, unknown>>(step, { [name]: value }, { [name]: check }, [name])
  return value
}
