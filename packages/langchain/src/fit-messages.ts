import type { Context } from '@lamella/core'
import { hostSystemSeparator } from '@lamella/host'
import { type BaseMessage, SystemMessage } from '@langchain/core/messages'
import { messageOf } from './convert.ts'
import { createFitter, type LamellaOptions } from './fitter.ts'

/** What a node knows of its call of a model. */
export interface FitCall {
  /** The model, or its name. Default: the option `model`. */
  readonly model?: unknown
  /** The tools that the model is given, to be counted. Default: none. */
  readonly tools?: readonly object[]
  /** The second argument of the node: its `thread_id` names the session; `scope` and `needs` get its context. */
  readonly config?: FitConfig
  /** The name of the node, if several nodes of a thread call models: each has a run of its own. */
  readonly agent?: string
}

/** Structurally a `RunnableConfig` or `LangGraphRunnableConfig` of every supported version. */
export interface FitConfig {
  readonly configurable?: Readonly<Record<string, unknown>> | undefined
  readonly context?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Messages that fit, and their context with its report. */
export interface FittedMessages {
  readonly messages: BaseMessage[]
  readonly context: Context
}

/** Fits messages into the window of a model. System messages before all others are the system prompt. */
export type FitMessages = (messages: readonly BaseMessage[], call?: FitCall) => Promise<FittedMessages>

/**
 * Creates a function that fits messages into the window of the model, for a node of LangGraph that calls the model itself.
 * Each request of a thread extends the one before; the given messages stay as they are. It keeps no state. The node sees the
 * answer, so `onRequest` gets no usage.
 *
 * @throws LamellaError `OPTION_INVALID`; the function rejects with `WINDOW_REQUIRED`, and errors of the builder and store
 * @example
 * const fit = fitMessages({ sessions, scope: { tenant: 'acme' } })
 * const { messages } = await fit([new SystemMessage('Be brief.'), ...state.messages], { model, tools, config })
 * return { messages: [await model.bindTools(tools).invoke(messages)] }
 */
export function fitMessages<Needs extends object = object>(options: LamellaOptions<Needs> = {}): FitMessages {
  const fitRequest = createFitter('fitMessages', options)
  return async (state, { model, tools = [], config = {}, agent } = {}) => {
    const { configurable, context: ofCall, signal } = config
    const given = state.map(messageOf)
    const first = given.findIndex(({ type }) => type !== 'system')
    const own = given.slice(0, first < 0 ? given.length : first)
    const texts = own.flatMap(({ text }) => (text === '' ? [] : [text]))
    const { context, system, messages, report } = await fitRequest({
      call: { context: ofCall, configurable },
      agent,
      model,
      system: texts,
      messages: given.slice(own.length),
      tools,
      signal,
    })
    report()
    const isSame = system === texts.join(hostSystemSeparator)
    return { messages: [...(isSame ? own : [new SystemMessage(system)]), ...messages], context }
  }
}
