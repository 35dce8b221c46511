import type { HostUsage } from '@lamella/host'
import { type AIMessage, SystemMessage, type UsageMetadata } from '@langchain/core/messages'
import { AsyncLocalStorageProviderSingleton as singleton } from '@langchain/core/singletons'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { createFitter, type FittedRequest, type LamellaOptions } from './fitter.ts'

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
export function lamella<Needs extends object = object>(options: LamellaOptions<Needs> = {}): LamellaMiddleware {
  const fitRequest = createFitter('lamella', options)
  const middleware: object = createMiddleware({
    name: 'lamella',
    wrapModelCall: async (request, handler) => {
      const { context: given, signal } = request.runtime
      // Before LangChain 1.2.28, a runtime has no configuration.
      const { configurable } =
        'configurable' in request.runtime ? request.runtime : (singleton.getRunnableConfig() ?? {})
      // Before LangChain 1.1, a request has only a text.
      const systemText = request.systemMessage?.text ?? request.systemPrompt ?? ''
      const first = await fitRequest({
        call: { context: given, configurable },
        model: request.model,
        system: systemText === '' ? [] : [systemText],
        messages: request.messages,
        tools: request.tools,
        settings: [request.toolChoice, request.modelSettings],
        signal,
      })
      const ask = async ({ system, messages, answered, refused }: FittedRequest): Promise<AIMessage> => {
        const other = request.systemMessage ? { systemMessage: new SystemMessage(system) } : { systemPrompt: system }
        let answer: AIMessage
        try {
          answer = await handler({ ...request, messages, ...(system !== systemText && other) })
        } catch (error) {
          const shorter = signal?.aborted ? undefined : await refused(error)
          if (shorter === undefined) throw error
          return ask(shorter)
        }
        // The state of the agent has the answer.
        const said = messageOf(answer)
        const { response_metadata: metadata, additional_kwargs: rest } = said as Partial<AIMessage>
        await answered([], usageOf(said), { responses: [metadata, rest] })
        return answer
      }
      return ask(first)
    },
  })
  return middleware as LamellaMiddleware
}

/** Returns the message of an answer: one in the form that was asked for (`responseFormat`) comes with what was read from it. */
function messageOf(answer: object): object {
  const { structuredResponse, messages } = answer as { structuredResponse?: unknown; messages?: readonly object[] }
  return (structuredResponse !== undefined && messages?.[0]) || answer
}

/** Returns the tokens that a provider has counted, as a message of LangChain has them; `undefined` if it did not count. */
function usageOf(answer: object): HostUsage | undefined {
  const { usage_metadata: usage } = answer as { readonly usage_metadata?: UsageMetadata }
  if (usage === undefined) return undefined
  const { cache_read: cached, cache_creation: written } = usage.input_token_details ?? {}
  const { reasoning } = usage.output_token_details ?? {}
  return {
    input: usage.input_tokens,
    ...(cached !== undefined && { cached }),
    ...(written !== undefined && { written }),
    output: usage.output_tokens,
    ...(reasoning !== undefined && { reasoning }),
  }
}
