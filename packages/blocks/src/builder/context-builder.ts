import { createCountMemory, LamellaError, type Message, type Parameters, type ToolDefinition } from '@lamella/core'
import {
  type Check,
  isObject,
  mustBeFunction,
  mustBeObject,
  mustBeText,
  mustBeTexts,
  mustHaveMethod,
} from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/core/store'
import { type ActivityRenderer, batchByTurn, type MessageBatch, type ToolRule, toolRules } from '@lamella/layers'
import { type ContextConfigOptions, contextConfig } from '../config/context-config.ts'
import type { BlockReader } from '../layers/known-blocks.ts'
import { mustBeMemory, renderingOf } from '../layers/options.ts'
import type { BlockContext } from './block-context.ts'
import { type BlockContextRequest, type BuilderState, buildContext, type ModelInfo } from './build-context.ts'
import type { HistorySource } from './history.ts'

/** A context that names its model, as the packages of OpenAI and Anthropic ask for. */
interface WithModel {
  readonly parameters: Parameters & { readonly model: string }
}

/**
 * Builds contexts of an agent with blocks. Immutable: every step returns a new builder, so that one can be the base of many, and
 * a step that is taken twice is taken as the second says. It remembers token counts by content: keep it between builds.
 */
export interface BlockContextBuilder<Built extends BlockContext = BlockContext> {
  /** Whose blocks. Default: the agent of the request's scope. */
  forAgent(agent: string): BlockContextBuilder<Built>
  /**
   * The conversation so far: a session of a store, under the request's scope; messages, of which each turn is a batch; or
   * batches. Over its limits it is compressed by the strategy of the configuration, by whole batches; summaries are kept in the
   * store if it can keep them.
   */
  withMessages(store: SessionStore, session: string): BlockContextBuilder<Built>
  withMessages(messages: readonly Message[] | readonly MessageBatch[]): BlockContextBuilder<Built>
  withTools(tools: readonly ToolDefinition[]): BlockContextBuilder<Built>
  /** Default: `defaultBaseInstructions`. A blank text is none. */
  withBaseInstructions(text: string): BlockContextBuilder<Built>
  /** @throws LamellaError `OPTION_INVALID`, `TOOL_RULES_CONFLICT` */
  withToolRules(rules: readonly ToolRule[]): BlockContextBuilder<Built>
  /** The model, whose limits are those of the configuration for its id. */
  withModelInfo(model: ModelInfo): BlockContextBuilder<Built & WithModel>
  withActivityRenderer(render: ActivityRenderer): BlockContextBuilder<Built>
  /** Ids or labels of blocks that are shown though they are not pinned; `label@owner` for one that is shared. */
  withBatchBlocks(blocks: readonly string[]): BlockContextBuilder<Built>
  /**
   * A context that fits the limits of the model, or an error. The same as the core's builder gives, with `metadata`.
   *
   * @throws LamellaError `CONTEXT_OVERFLOW` when what is never cut does not fit, `SCOPE_INVALID` without an agent,
   * `SCOPE_MISMATCH` for a tenant or user that is not the memory's, `LAYER_TIMEOUT`, `ABORTED`, and what the
   * core's builder, the memory and the store throw
   */
  build(request: BlockContextRequest): Promise<Built>
}

/**
 * The start of the chain: base instructions, core blocks, working blocks, activity, tool rules, then history and new message.
 * The context is of no provider's format: encoders of `@lamella/wire` know what each of them wants, such as a first message of
 * the user.
 *
 * @param config As `contextConfig` takes it.
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
    forAgent: (agent) => change({ agent: checked('forAgent', mustSay, agent) }),
    withMessages: (...given: readonly unknown[]) => change({ history: historySource(given) }),
    withTools: (tools) => change({ tools: [...checked('withTools', mustBeList, tools)] }),
    withBaseInstructions: (text) => change({ baseInstructions: checked('withBaseInstructions', mustBeText, text) }),
    withToolRules: (rules) => {
      toolRules(rules)
      return change({ toolRules: [...rules] })
    },
    withModelInfo: (model) => {
      checked('withModelInfo', mustBeObject, model)
      checked('withModelInfo', mustSay, model.id)
      return change<Built & WithModel>({ model: { ...model } })
    },
    withActivityRenderer: (render) => change({ activity: checked('withActivityRenderer', mustBeFunction, render) }),
    withBatchBlocks: (blocks) => change({ batchBlocks: [...checked('withBatchBlocks', mustBeTexts, blocks)] }),
    // With a model's id among its parameters where a step has said it.
    build: (request) => buildContext(state, request) as Promise<Built>,
  })
}

function historySource([first, session]: readonly unknown[]): HistorySource {
  if (!Array.isArray(first)) {
    checked('withMessages', mustHaveMethod('page'), first)
    return { store: first as SessionStore, session: checked('withMessages', mustSay, session as string) }
  }
  const isBatch = (item: unknown): boolean => isObject(item) && Array.isArray(item['messages'])
  const list: readonly unknown[] = first
  if (list.length > 0 && list.every(isBatch)) return { batches: [...(list as readonly MessageBatch[])] }
  checked('withMessages', mustBeMessages, list)
  return { batches: batchByTurn(list as readonly Message[]) }
}

const mustSay: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be a text that is not empty'

const mustBeList: Check = (value) => (Array.isArray(value) ? undefined : 'must be a list')

const mustBeMessages: Check = (value) =>
  Array.isArray(value) && value.every((item) => isObject(item) && typeof item['role'] === 'string')
    ? undefined
    : 'must be a list of messages, a list of batches, or a store and the id of a session'

function checked<Value>(step: string, check: Check, value: Value): Value {
  const problem = check(value)
  if (problem === undefined) return value
  throw new LamellaError({
    code: 'OPTION_INVALID',
    what: `${step}: what it was given ${problem}.`,
    fix: `Correct what is given to ${step}().`,
    details: { what: step, option: step },
  })
}
