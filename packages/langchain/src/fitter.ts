import type { Message, ToolDefinition } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { canonical, createHost, type HostOptions, type HostRequest, takeByKey } from '@lamella/host'
import type { BaseMessage } from '@langchain/core/messages'
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import { fromMessages, own, toSentMessages } from './convert.ts'

/** A call, before its request is built. */
export interface LamellaCall {
  /** The `context` that the agent was invoked with. */
  readonly context?: unknown
  /** `configurable` of the invocation. */
  readonly configurable?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Options of `lamella` and `fitMessages`. `sessions` keeps the run of each conversation, whose id is `session` of the scope, by
 * default the `thread_id` of the invocation. The name of the model is that which the model has for itself.
 */
export interface LamellaOptions<Needs extends object = object> extends HostOptions<LamellaCall, Needs> {}

/** A request of the model before it is fitted. */
export interface FitterRequest {
  readonly call: LamellaCall
  /** Which of the models of one thread it is for. */
  readonly agent?: string | undefined
  readonly model: unknown
  readonly system: readonly string[]
  readonly messages: readonly BaseMessage[]
  readonly tools: readonly object[]
  /** What else the model is asked with: see `ExtendOptions.settings` of `@lamella/runs`. */
  readonly settings?: unknown
  readonly signal?: AbortSignal | undefined
}

/** A request that fits. */
export interface FittedRequest extends Omit<HostRequest, 'messages' | 'refused'> {
  readonly messages: BaseMessage[]
  /** See `HostRequest.refused`. */
  refused(error: unknown): Promise<FittedRequest | undefined>
}

/**
 * Creates what fits requests of LangChain into the window of the model.
 *
 * @param what The function of the adapter, as its user writes it, for errors.
 */
export function createFitter<Needs extends object>(
  what: string,
  options: LamellaOptions<Needs>,
): (request: FitterRequest) => Promise<FittedRequest> {
  const build = createHost(what, options, {
    marks: own,
    history: 'host',
    // The default builder writes none. With one of their own, users choose the framing with the model's class.
    systemInMiddle: true,
  })
  return async ({ call, agent, model: given, system, messages, tools, settings, signal }) => {
    const model = unbound(given)
    const { maxTokens } = Object(model) as { readonly maxTokens?: number }
    const read = toSentMessages(messages)
    const request = await build({
      call,
      session: call.configurable?.['thread_id'] as string | undefined,
      agent: agent ?? graphOf(call.configurable),
      model: nameOf(model),
      maxOutputTokens: maxTokens && maxTokens > 0 ? maxTokens : undefined,
      system,
      messages: read,
      tools: tools.map(definitionOf),
      settings,
      ...(signal && { signal }),
    })
    const fitted = (one: HostRequest): FittedRequest => ({
      ...one,
      messages: hostMessages(one.messages, read, messages),
      refused: async (error) => {
        const shorter = await one.refused(error)
        return shorter && fitted(shorter)
      },
    })
    return fitted(request)
  }
}

/**
 * Returns the path of the graph that calls the model, if it runs inside of another: agents that are nodes or tools of others share
 * a thread, and each has a run of its own. The last name in a namespace is that of the node, and each has the id of its task.
 *
 * Source: `checkpoint_ns` of @langchain/langgraph 1.7.3, read on 2026-11-29.
 */
function graphOf(configurable: LamellaCall['configurable']): string | undefined {
  const parts = String(configurable?.['checkpoint_ns'] ?? '').split('|')
  // A number counts the graphs that one task has called.
  const names = parts.slice(0, -1).flatMap((part) => (/^\d+$/.test(part) ? [] : part.split(':').slice(0, 1)))
  return names.length > 0 ? names.join('/') : undefined
}

/** Returns the model of one that `bindTools` or `withConfig` returned. */
function unbound(model: unknown): unknown {
  return isObject(model) && isObject(model['bound']) ? unbound(model['bound']) : model
}

/** What chat models call themselves; one that LangChain makes from a text such as `openai:gpt-5` has only the settings for it. */
interface NamedModel {
  readonly model?: unknown
  readonly modelName?: unknown
  readonly _defaultConfig?: { readonly model?: unknown }
}

/** Returns the name of a model: a text such as `openai:gpt-5`, or what a chat model calls itself. */
function nameOf(model: unknown): string | undefined {
  if (typeof model === 'string') return model
  const { modelName, model: name, _defaultConfig: settings } = Object(model) as NamedModel
  const found = modelName ?? name ?? settings?.model
  return typeof found === 'string' ? found : undefined
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
