import { type Context, createContext, type Scope, type ToolDefinition } from '@lamella/core'
import { type AdapterBuilder, createAdapter, hostSystemSeparator, messagesForHost } from '@lamella/core/adapter'
import {
  type Checks,
  checkOptions,
  mustBeFunction,
  mustBeObject,
  mustBeText,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/core/store'
import { history, message } from '@lamella/layers'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { openaiResponsesFraming } from '@lamella/wire/openai-responses'
import type { AgentInputItem } from '@openai/agents'
import { withoutAdded } from './added.ts'
import { agentBudget, type WindowOptions } from './agent-budget.ts'
import { agentTools, type HostAgent } from './agent-tools.ts'
import { hostItems, hostMessages, withoutTornReasoning } from './host-items.ts'

interface ModelInput {
  input: AgentInputItem[]
  instructions?: string
}

/** What the SDK passes to a filter; structurally its `CallModelInputFilterArgs`. `RunContext`: the `context` of the run. */
export interface FilterCall<RunContext = unknown> {
  readonly modelData: ModelInput
  readonly agent: HostAgent
  readonly context: RunContext | undefined
}

/** Structurally a `CallModelInputFilter` of every supported version. */
export type InputFilter<RunContext = unknown> = ((call: FilterCall<RunContext>) => Promise<ModelInput>) & {
  readonly preserveInputIdentity: true
}

/** Options of `inputFilter`. `RunContext`: the `context` that is passed to `run`. */
export interface InputFilterOptions<RunContext = unknown, Needs extends object = object> extends WindowOptions {
  /** What the model is sent. Default: the instructions of the agent, and the conversation. */
  readonly builder?: AdapterBuilder<Needs>
  /** Keeps the run of each session. Without it, or without a session in the scope, each request is built on its own. */
  readonly sessions?: SessionStore
  /** Whose request it is; `session` is the id in the store. A function gets what the SDK passes to a filter. */
  readonly scope: Scope | ((call: FilterCall<RunContext>) => Scope)
  /** The name of the model. Default: that of the agent, if its model is a name. */
  readonly model?: string
  /** The tools to count. Default: the tools and handoffs of the agent. Set it for agents with MCP servers. */
  readonly tools?: (call: FilterCall<RunContext>) => readonly ToolDefinition[]
  /** What the layers of the builder need of a request. */
  readonly needs?: (call: FilterCall<RunContext>) => Needs
  /** Called with each context that was built, and its report. */
  readonly onContext?: (context: Context) => void
  /** The clock, for layers that show the time. Default: none. */
  readonly now?: () => Date
}

const checks: Checks<InputFilterOptions> = {
  builder: mustHaveMethod('build'),
  sessions: mustHaveMethod('readRun'),
  scope: (value) => (typeof value === 'function' ? undefined : mustBeObject(value)),
  model: mustBeText,
  tools: mustBeFunction,
  needs: mustBeFunction,
  onContext: mustBeFunction,
  now: mustBeFunction,
  window: mustBeWhole(1),
  reserve: mustBeWhole(0),
}

/**
 * Creates a filter of what the model is sent: it fits the window, and each request of a session extends the one before. The
 * items of the run and the session stay as they are. It keeps no state.
 *
 * @throws LamellaError `OPTION_INVALID`; runs reject with `AGENTS_WINDOW_REQUIRED`, and errors of the builder and the store
 * @example
 * const callModelInputFilter = inputFilter({ sessions, scope: ({ context }) => context.scope, window: 128_000 })
 * await run(agent, 'Hello', { context: { scope }, callModelInputFilter })
 */
export function inputFilter<RunContext = unknown, Needs extends object = object>(
  options: InputFilterOptions<RunContext, Needs>,
): InputFilter<RunContext> {
  checkOptions('inputFilter', options as InputFilterOptions, checks, ['scope'])
  const { sessions, scope: whose, model: named, builder, window, now } = options
  const adapter = createAdapter<Needs>('inputFilter', {
    builder: builder ?? defaultBuilder(),
    history: 'host',
    ...(sessions && { sessions }),
  })
  const filter = async (call: FilterCall<RunContext>): Promise<ModelInput> => {
    const { modelData, agent } = call
    const { instructions } = modelData
    const items = withoutAdded(modelData.input)
    const scope = typeof whose === 'function' ? whose(call) : whose
    const model = named ?? (typeof agent.model === 'string' && agent.model !== '' ? agent.model : undefined)
    const isSized = builder === undefined || window !== undefined
    const { context } = await adapter.next({
      scope,
      session: scope.session,
      // Agents that hand a conversation over have instructions and tools of their own.
      agent: agent.name,
      system: instructions === undefined ? [] : [instructions],
      messages: hostMessages(items),
      tools: options.tools?.(call) ?? agentTools(agent),
      parameters: model === undefined ? {} : { model },
      budget: isSized ? agentBudget(options, model, agent.modelSettings.maxTokens) : undefined,
      needs: options.needs?.(call),
      now: now?.(),
    })
    options.onContext?.(context)
    const system = context.system.map(({ content }) => content).join(hostSystemSeparator)
    const input = hostItems(messagesForHost(context.messages, { systemInMiddle: true }), items)
    return {
      input: agent.modelSettings.store === false ? input : withoutTornReasoning(input),
      ...((instructions !== undefined || system !== '') && { instructions: system }),
    }
  }
  return Object.assign(filter, { preserveInputIdentity: true as const })
}

function defaultBuilder(): AdapterBuilder {
  const layers = createContext().use([history(), message()])
  return layers.tokenizer(heuristic({ mode: 'careful' })).framing(openaiResponsesFraming)
}
