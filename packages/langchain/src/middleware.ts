import type { Context, Message, Scope, ToolDefinition } from '@lamella/core'
import { canonical, createHost, type HostOptions, takeByKey } from '@lamella/core/adapter'
import { isObject, mustBeFunction, mustBeText } from '@lamella/core/plugin'
import { conversationBuilder } from '@lamella/layers'
import { bindsThinking, modelBudget } from '@lamella/models'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { type AIMessage, type BaseMessage, SystemMessage } from '@langchain/core/messages'
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { fromMessages, toMessages } from './convert.ts'

/** What is known of a call before its request is built. */
export interface LamellaCall {
  /** The `context` that the agent was invoked with. */
  readonly context?: unknown
  /** `configurable` of the invocation. */
  readonly configurable?: Readonly<Record<string, unknown>> | undefined
}

/** What a request cost. */
export interface LamellaUsage {
  readonly model: string
  /** Tokens of the input as they were estimated, and as the provider has counted them. */
  readonly estimated: number
  readonly actual: number
}

/** Options of `lamella`. `sessions` keeps the run of each conversation. */
export interface LamellaOptions<Needs extends object = object> extends HostOptions<LamellaCall, Needs> {
  /** Whose request it is; `session` is the id in the store, by default the `thread_id` of the invocation. */
  readonly scope: Scope | ((call: LamellaCall) => Scope)
  /** The name of the model. Default: what the model says of itself. */
  readonly model?: string
  /** Called with each context that was built, and its report. */
  readonly onContext?: (context: Context) => void
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
  const { onContext, onUsage } = options
  const build = createHost('lamella', options, {
    builder: () => conversationBuilder(heuristic({ mode: 'careful' })),
    budget: modelBudget,
    bindsThinking,
    checks: { model: mustBeText, onContext: mustBeFunction, onUsage: mustBeFunction },
    needsScope: true,
    history: 'host',
    systemInMiddle: true,
  })
  const middleware: object = createMiddleware({
    name: 'lamella',
    wrapModelCall: async (request, handler) => {
      const { configurable, context: given, signal } = request.runtime
      const model = options.model ?? nameOf(request.model)
      const { maxTokens } = request.model as { readonly maxTokens?: number }
      // Before LangChain 1.1, a request has only a text.
      const systemText = request.systemMessage?.text ?? request.systemPrompt ?? ''
      const read = toMessages(request.messages)
      const { context, system, messages } = await build({
        call: { context: given, configurable },
        session: configurable?.thread_id,
        model,
        maxOutputTokens: maxTokens && maxTokens > 0 ? maxTokens : undefined,
        system: systemText === '' ? [] : [systemText],
        messages: read,
        tools: request.tools.map(definitionOf),
        signal,
      })
      onContext?.(context)
      const other = request.systemMessage ? { systemMessage: new SystemMessage(system) } : { systemPrompt: system }
      const answer = await handler({
        ...request,
        messages: hostMessages(messages, read, request.messages),
        ...(system !== systemText && other),
      })
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

/** Returns the name of a model: a text such as `openai:gpt-5`, or what a chat model calls itself. */
function nameOf(model: unknown): string | undefined {
  if (typeof model === 'string') return model
  const { model: name, modelName = name } = model as { readonly model?: unknown; readonly modelName?: unknown }
  return typeof modelName === 'string' ? modelName : undefined
}

/** Returns messages to be sent: the given ones where they are unchanged. */
function hostMessages(
  sent: readonly Message[],
  read: readonly Message[],
  given: readonly BaseMessage[],
): BaseMessage[] {
  const take = takeByKey(given, (_, index) => canonical(read[index]))
  return sent.flatMap((one) => take(canonical(one)) ?? fromMessages([one]))
}

/** Returns a tool to be counted: one of LangChain, or one that a provider runs. */
function definitionOf(tool: object): ToolDefinition {
  const { name, description, schema, ...rest } = tool as Readonly<Record<string, unknown>>
  const inputSchema = isObject(schema) ? toJsonSchema(schema as Parameters<typeof toJsonSchema>[0]) : rest
  const isOwn = typeof name === 'string' && isObject(schema)
  return {
    name: String(name ?? rest['type']),
    ...(typeof description === 'string' && { description }),
    inputSchema: isOwn
      ? { ...inputSchema }
      : { type: 'object', properties: { tool: JSON.parse(JSON.stringify(tool)) as object } },
  }
}
