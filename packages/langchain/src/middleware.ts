import { type Context, createContext, type Scope, type ToolDefinition } from '@lamella/core'
import {
  type AdapterBuilder,
  canonical,
  createAdapter,
  hostSystemSeparator,
  messagesForHost,
} from '@lamella/core/adapter'
import {
  type Checks,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeObject,
  mustBeText,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/core/store'
import { history, message } from '@lamella/layers'
import { findModel, supportsFeature } from '@lamella/models'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { type AIMessage, type BaseMessage, SystemMessage } from '@langchain/core/messages'
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { fromMessages, toMessages } from './convert.ts'
import { modelBudget, nameOf, type WindowOptions } from './model-budget.ts'

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

/** Options of `lamella`. */
export interface LamellaOptions<Needs extends object = object> extends WindowOptions {
  /** What the model is sent. Default: the system prompt of the agent, and the conversation. */
  readonly builder?: AdapterBuilder<Needs>
  /** Keeps the run of each conversation. Without it, each request is built on its own. */
  readonly sessions?: SessionStore
  /** Whose request it is; `session` is the id in the store, by default the `thread_id` of the invocation. */
  readonly scope: Scope | ((call: LamellaCall) => Scope)
  /** The name of the model. Default: what the model says of itself. */
  readonly model?: string
  /** What the layers of the builder need of a request. */
  readonly needs?: (call: LamellaCall) => Needs
  /** Called with each context that was built, and its report. */
  readonly onContext?: (context: Context) => void
  /** Called with the tokens of each answer, such as `observe` of `calibrate()` in `@lamella/tokenizer-heuristic`. */
  readonly onUsage?: (usage: LamellaUsage) => void
  /** The clock, for layers that show the time. Default: none. */
  readonly now?: () => Date
}

/** An `AgentMiddleware` of every supported version. */
export type LamellaMiddleware = Omit<AgentMiddleware, Exclude<keyof AgentMiddleware & string, 'name'>> & {
  readonly wrapModelCall: (request: object, handler: (request: never) => unknown) => Promise<AIMessage>
}

const checks: Checks<LamellaOptions> = {
  builder: mustHaveMethod('build'),
  sessions: mustHaveMethod('readRun'),
  scope: (value) => (typeof value === 'function' ? undefined : mustBeObject(value)),
  model: mustBeText,
  needs: mustBeFunction,
  onContext: mustBeFunction,
  onUsage: mustBeFunction,
  now: mustBeFunction,
  window: mustBeWhole(1),
  reserve: mustBeWhole(0),
}

/**
 * Creates a middleware that fits what the model is sent into its window; each request of a conversation extends the one
 * before. The messages in the state of the agent stay as they are. It keeps no state: one serves any number of tenants.
 *
 * @throws LamellaError `OPTION_INVALID`; agents reject with `LANGCHAIN_WINDOW_REQUIRED`, and errors of the builder and store
 * @example
 * const agent = createAgent({ model, tools, middleware: [lamella({ sessions, scope: { tenant: 'acme' } })] })
 * await agent.invoke({ messages }, { configurable: { thread_id: 'chat-1' } })
 */
export function lamella<Needs extends object = object>(options: LamellaOptions<Needs>): LamellaMiddleware {
  checkOptions('lamella', options as LamellaOptions, checks, ['scope'])
  const { builder, sessions, scope: whose, now, onUsage } = options
  const adapter = createAdapter<Needs>('lamella', {
    builder: builder ?? defaultBuilder(),
    history: 'host',
    ...(sessions && { sessions }),
  })
  const middleware: object = createMiddleware({
    name: 'lamella',
    wrapModelCall: async (request, handler) => {
      const { configurable, context: given, signal } = request.runtime
      const call = { context: given, configurable }
      const scope = typeof whose === 'function' ? whose(call) : whose
      const model = options.model ?? nameOf(request.model)
      // Before LangChain 1.1, a request has only a text.
      const systemText = request.systemMessage?.text ?? request.systemPrompt ?? ''
      const messages = toMessages(request.messages)
      const { context } = await adapter.next({
        scope,
        session: scope.session ?? configurable?.thread_id,
        system: systemText === '' ? [] : [systemText],
        messages,
        tools: request.tools.map(definitionOf),
        parameters: model === undefined ? {} : { model },
        budget:
          builder === undefined || options.window !== undefined
            ? modelBudget(options, model, request.model)
            : undefined,
        needs: options.needs?.(call),
        now: now?.(),
        signal,
      })
      options.onContext?.(context)
      const system = context.system.map(({ content }) => content).join(hostSystemSeparator)
      const other = request.systemMessage ? { systemMessage: new SystemMessage(system) } : { systemPrompt: system }
      const answer = await handler({
        ...request,
        messages: hostMessages(context, messages, request.messages, model),
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

function defaultBuilder(): AdapterBuilder {
  return createContext()
    .use([history(), message()])
    .tokenizer(heuristic({ mode: 'careful' }))
}

/** Returns the messages of a context: the given ones where they are unchanged. */
function hostMessages(
  context: Context,
  read: readonly object[],
  given: readonly BaseMessage[],
  model: string | undefined,
): BaseMessage[] {
  const bindsThinking =
    model !== undefined && findModel(model) !== undefined && supportsFeature(model, 'preserved-thinking')
  const free = new Map<string, BaseMessage[]>()
  for (const [index, one] of read.entries()) {
    const key = canonical(one)
    free.set(key, [...(free.get(key) ?? []), given[index] as BaseMessage])
  }
  return messagesForHost(context.messages, { bindsThinking, systemInMiddle: true }).flatMap(
    (one) => free.get(canonical(one))?.shift() ?? fromMessages([one]),
  )
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
