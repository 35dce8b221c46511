import { mustBeFunction } from '@lamella/core/plugin'
import { type AIMessage, SystemMessage } from '@langchain/core/messages'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { createFitter, type FitOptions } from './fitter.ts'

/** What a request cost. */
export interface LamellaUsage {
  readonly model: string
  /** Tokens of the input as they were estimated, and as the provider has counted them. */
  readonly estimated: number
  readonly actual: number
}

/** Options of `lamella`. `sessions` keeps the run of each conversation. */
export interface LamellaOptions<Needs extends object = object> extends FitOptions<Needs> {
  /** Called with the tokens of each answer, such as `observe` of `calibrate()` in `@lamella/tokenizer-heuristic`. */
  readonly onUsage?: (usage: LamellaUsage) => void
}

/** An `AgentMiddleware` of every supported version. */
export type LamellaMiddleware = Omit<AgentMiddleware, Exclude<keyof AgentMiddleware & string, 'name'>> & {
  readonly wrapModelCall: (request: object, handler: (request: never) => unknown) => Promise<AIMessage>
}

/**
 * Creates a middleware that fits what the model is sent into its window; each request of a conversation extends the one
 * before. The messages in the state of the agent stay as they are. It keeps no state: one serves any number of tenants.
 *
 * @throws LamellaError `OPTION_INVALID`; agents reject with `WINDOW_REQUIRED`, and errors of the builder and store
 * @example
 * const agent = createAgent({ model, tools, middleware: [lamella({ sessions, scope: { tenant: 'acme' } })] })
 * await agent.invoke({ messages }, { configurable: { thread_id: 'chat-1' } })
 */
export function lamella<Needs extends object = object>(options: LamellaOptions<Needs>): LamellaMiddleware {
  const fitRequest = createFitter('lamella', options, { onUsage: mustBeFunction })
  const { onUsage } = options
  const middleware: object = createMiddleware({
    name: 'lamella',
    wrapModelCall: async (request, handler) => {
      const { configurable, context: given, signal } = request.runtime
      // Before LangChain 1.1, a request has only a text.
      const systemText = request.systemMessage?.text ?? request.systemPrompt ?? ''
      const { context, model, system, messages } = await fitRequest({
        call: { context: given, configurable },
        model: request.model,
        system: systemText === '' ? [] : [systemText],
        messages: request.messages,
        tools: request.tools,
        signal,
      })
      const other = request.systemMessage ? { systemMessage: new SystemMessage(system) } : { systemPrompt: system }
      const answer = await handler({ ...request, messages, ...(system !== systemText && other) })
      const { usage_metadata: usage } = answer as object as {
        readonly usage_metadata?: { readonly input_tokens: number }
      }
      if (usage && model !== undefined) {
        onUsage?.({ model, estimated: context.report.tokens.total, actual: usage.input_tokens })
      }
      return answer
    },
  })
  return middleware as LamellaMiddleware
}
