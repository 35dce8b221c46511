import { type BuiltContext, createContext, type Scope, type ToolDefinition } from '@lamella/core'
import { type AdapterBuilder, createAdapter, hostSystemSeparator, messagesForHost } from '@lamella/core/adapter'
import {
  type Checks,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeText,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/core/store'
import { history, message } from '@lamella/layers'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { openaiResponsesFraming } from '@lamella/wire/openai-responses'
import type { CallModelInputFilter, CallModelInputFilterArgs } from '@openai/agents'
import { withoutAdded } from './added.ts'
import { agentBudget, type WindowOptions } from './agent-budget.ts'
import { agentTools } from './agent-tools.ts'
import { hostItems, hostMessages } from './host-items.ts'

/** A value, or a function that returns it for each call. */
type Each<Value, RunContext> = Value | ((args: CallModelInputFilterArgs<RunContext>) => Value)

/** Options of `inputFilter`. `RunContext`: the `context` that is passed to `run`. */
export interface InputFilterOptions<RunContext = unknown, Needs extends object = object> extends WindowOptions {
  /** What the model is sent. Default: the instructions of the agent, and the conversation. */
  readonly builder?: AdapterBuilder<Needs>
  /** Keeps the run of each session. Without it, each request is built on its own. */
  readonly sessions?: SessionStore
  readonly scope: Each<Scope, RunContext>
  /** The id of the session in the store. */
  readonly session?: Each<string | undefined, RunContext>
  /** The tools to count. Default: the tools and handoffs of the agent. Set it for agents with MCP servers. */
  readonly tools?: Each<readonly ToolDefinition[], RunContext>
  /** The time, for layers that tell it. */
  readonly now?: () => Date
  /** What the layers of the builder need of a request. */
  readonly needs?: Each<Needs, RunContext>
  /** Gets each context that was built, with its report. */
  readonly onContext?: (context: BuiltContext | Omit<BuiltContext, 'run'>) => void
}

const anything = (): undefined => undefined

export const filterChecks: Checks<InputFilterOptions> = {
  builder: mustHaveMethod('build'),
  sessions: mustHaveMethod('readRun'),
  scope: (value) => (isObject(value) || typeof value === 'function' ? undefined : 'must be a scope, or a function'),
  session: (value) => (typeof value === 'function' ? undefined : mustBeText(value)),
  tools: (value) => (Array.isArray(value) || typeof value === 'function' ? undefined : 'must be a list, or a function'),
  now: mustBeFunction,
  needs: anything,
  onContext: mustBeFunction,
  model: mustBeText,
  window: mustBeWhole(1),
  reserve: mustBeWhole(0),
}

/**
 * Creates a filter of what the model is sent: it fits the window, and each request of a session extends the one before. The
 * SDK's items stay as they are; what a filter adds or shortens does not reach the session. It keeps no state.
 *
 * @throws LamellaError `OPTION_INVALID`; from a run `AGENTS_WINDOW_UNKNOWN`, and the errors of `build` and of the store
 * @example
 * const callModelInputFilter = inputFilter({ sessions, scope: { tenant: 'acme' }, session: 'chat-1', model: 'gpt-5' })
 * await run(agent, 'Hello', { session, callModelInputFilter })
 */
export function inputFilter<RunContext = unknown, Needs extends object = object>(
  options: InputFilterOptions<RunContext, Needs>,
): CallModelInputFilter<RunContext> {
  const given = checkOptions('inputFilter', options as InputFilterOptions, filterChecks, ['scope']) as typeof options
  const { builder = defaultBuilder(), sessions, now, onContext } = given
  const adapter = createAdapter<object>('inputFilter', {
    builder: builder as AdapterBuilder,
    history: 'host',
    ...(sessions && { sessions }),
  })
  const filter: CallModelInputFilter<RunContext> = async (args) => {
    const { modelData, agent } = args
    const { instructions } = modelData
    const items = withoutAdded(modelData.input)
    const { context } = await adapter.next({
      scope: each(given.scope, args),
      session: each(given.session, args),
      ...(instructions !== undefined && { system: [instructions] }),
      messages: hostMessages(items),
      tools: given.tools === undefined ? agentTools(agent) : each(given.tools, args),
      // Agents that hand a conversation over have instructions and tools of their own.
      agent: agent.name,
      ...agentBudget(given, agent),
      needs: each(given.needs, args),
      now: now?.(),
    })
    onContext?.(context)
    const system = context.system.map(({ content }) => content).join(hostSystemSeparator)
    return {
      input: hostItems(messagesForHost(context.messages, { systemInMiddle: true }), items),
      ...((instructions !== undefined || system !== '') && { instructions: system }),
    }
  }
  return Object.assign(filter, { preserveInputIdentity: true })
}

function defaultBuilder(): AdapterBuilder {
  return createContext()
    .use([history(), message()])
    .tokenizer(heuristic({ mode: 'careful' }))
    .framing(openaiResponsesFraming)
}

function each<Value, RunContext>(value: Each<Value, RunContext>, args: CallModelInputFilterArgs<RunContext>): Value {
  return typeof value === 'function' ? (value as (args: CallModelInputFilterArgs<RunContext>) => Value)(args) : value
}
