import type { Notice, ToolDefinition } from '@lamella/core'
import { mustBeFunction } from '@lamella/core/plugin'
import { createHost, type HostOptions, type HostRequest } from '@lamella/host'
import { openaiResponsesFraming, readsInstructionsLast } from '@lamella/wire/openai-responses'
import type { ModelInputData } from '@openai/agents'
import { own as marks } from '../items/kept.ts'
import { withoutAdded } from './added.ts'
import { agentTools, type HostAgent } from './agent-tools.ts'
import { willSend } from './counted-model.ts'
import { hostItems, hostMessages, withoutTornReasoning } from './host-items.ts'

/** What the SDK passes to a filter; structurally its `CallModelInputFilterArgs`. `RunContext`: the `context` of the run. */
export interface FilterCall<RunContext = unknown> {
  readonly modelData: ModelInputData
  readonly agent: HostAgent
  readonly context: RunContext | undefined
}

/** Structurally a `CallModelInputFilter` of every supported version. */
export type InputFilter<RunContext = unknown> = ((call: FilterCall<RunContext>) => Promise<ModelInputData>) & {
  readonly preserveInputIdentity: true
}

/**
 * Options of `inputFilter`. `RunContext`: the `context` that is passed to `run`. `sessions` keeps the run of each session. A
 * filter does not see the answer: `onRequest` is called before it, and the usage comes from a `countedModel`.
 */
export interface InputFilterOptions<RunContext = unknown, Needs extends object = object>
  extends HostOptions<FilterCall<RunContext>, Needs> {
  /** The tools to count. Default: the tools and handoffs of the agent. Set it for agents with MCP servers. */
  readonly tools?: (call: FilterCall<RunContext>) => readonly ToolDefinition[]
}

/**
 * Creates a filter of what the model is sent: it fits the window, and each request of a session extends the one before. The
 * items of the run and the session stay as they are. It keeps no state.
 *
 * @throws LamellaError `OPTION_INVALID`; runs reject with `WINDOW_REQUIRED`, and errors of the builder and the store
 * @example
 * const callModelInputFilter = inputFilter({ sessions, scope: ({ context }) => context.scope, window: 128_000 })
 * await run(agent, 'Hello', { context: { scope }, callModelInputFilter })
 */
export function inputFilter<RunContext = unknown, Needs extends object = object>(
  options: InputFilterOptions<RunContext, Needs>,
): InputFilter<RunContext> {
  const build = createHost('inputFilter', options, {
    marks,
    history: 'host',
    framing: openaiResponsesFraming,
    // The provider is OpenAI, whose Responses API takes system messages anywhere.
    systemInMiddle: true,
    checks: { tools: mustBeFunction },
  })
  const { tools, sessions, model: given } = options
  const filter = async (call: FilterCall<RunContext>): Promise<ModelInputData> => {
    const { modelData, agent } = call
    const { instructions } = modelData
    const own = withoutAdded(modelData.input)
    const isStored = agent.modelSettings.store !== false
    // Before the request is built, so that its report counts what is sent.
    const items = isStored ? withoutTornReasoning(own) : own
    const named = typeof agent.model === 'string' && agent.model !== '' ? agent.model : undefined
    const request = await build({
      call,
      // Agents that hand a conversation over have instructions and tools of their own.
      agent: agent.name,
      model: named,
      maxOutputTokens: agent.modelSettings.maxTokens,
      settings: agent.modelSettings,
      // The SDK does not show a filter whether the run has a `conversationId` or a `previousResponseId`.
      holds: isStored ? 'before' : undefined,
      system: instructions === undefined ? [] : [instructions],
      messages: hostMessages(items),
      ...(items.length < own.length && { notices: [reasoningLeftOut(own.length - items.length)] }),
      tools: tools?.(call) ?? agentTools(agent),
    })
    request.report()
    const sentOf = ({ system, messages }: Pick<HostRequest, 'system' | 'messages'>): ModelInputData => {
      // Only an input that is the whole conversation begins with them: the API would hold them once for each request.
      if (system !== '' && (!isStored || sessions !== undefined) && readsInstructionsLast(given ?? named)) {
        // Without the field the SDK would send the agent's own.
        return { input: hostItems([{ role: 'system', content: system }, ...messages], own, isStored), instructions: '' }
      }
      return {
        input: hostItems(messages, own, isStored),
        ...((instructions !== undefined || system !== '') && { instructions: system }),
      }
    }
    const sent = sentOf(request)
    const asModelGets = ({ input, instructions: text = instructions }: ModelInputData) => ({
      input,
      ...(text !== undefined && { systemInstructions: text }),
    })
    willSend(asModelGets(sent), { request, sentOf: (one) => asModelGets(sentOf(one)) })
    return sent
  }
  return Object.assign(filter, { preserveInputIdentity: true as const })
}

function reasoningLeftOut(items: number): Notice {
  return {
    code: 'REASONING_LEFT_OUT',
    what: `${items} items of reasoning are not sent: the SDK stores the calls after them without ids, which the API then rejects.`,
    fix: 'Set modelSettings: { store: false } on the agent, so that reasoning is sent encrypted.',
    details: { items },
  }
}
