import type { Message, SystemMessage } from '@lamella/core'
import { wireError } from '../../shared/errors.ts'
import type { Loss } from '../../shared/loss.ts'
import { createToolNames } from '../../shared/tool-names.ts'
import { orphanResult } from '../../shared/tool-pairs.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { functionName } from '../limits.ts'
import type { OpenAIChatMessage, OpenAIChatRequest } from '../types.ts'
import { encodeAssistant } from './assistant.ts'
import { encodeParameters, encodeToolChoice } from './parameters.ts'
import type { EncodeState } from './state.ts'
import { encodeJoinedSystem, encodeSystem } from './system.ts'
import { encodeTools } from './tools.ts'
import { encodeUser } from './user.ts'

/** How to write a request; everything has a default. */
export interface OpenAIChatOptions {
  /** The model, where the parameters of the context name none (or another one: this one wins). */
  readonly model?: string
  /** One system message for all layers, or one for each. Default `'joined'`. */
  readonly system?: 'joined' | 'per-layer'
  /** The role of system messages. Reasoning models call it `developer`. Default `'system'`, which all take. */
  readonly systemRole?: 'system' | 'developer'
  /** Between the layers of a joined system prompt. Default two newlines, as the framing counts. */
  readonly separator?: string
  /** Told of each thing that the request does not carry, in the order of the context. */
  readonly onLoss?: (loss: Loss) => void
}

/** A request, what it does not carry, and the tool names that were changed. */
export interface OpenAIChatEncoding {
  readonly request: OpenAIChatRequest
  readonly losses: readonly Loss[]
  /**
   * From the names of tools as sent to their names in the context; only those that had to be changed. When the model
   * calls one: `toolNames.get(name) ?? name`.
   */
  readonly toolNames: ReadonlyMap<string, string>
}

/**
 * Writes a context as a request of OpenAI Chat Completions, and says what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateOpenAIChat`, a missing model apart. The context is not
 * changed; the JSON Schemas of tools are shared with it. Same context, same bytes.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`
 * @example
 * const { request, losses } = encodeOpenAIChat({ messages: [{ role: 'user', content: 'Hello' }] }, { model: 'gpt-4o' })
 * // request: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }, losses: []
 */
export function encodeOpenAIChat(context: WireContext, options: OpenAIChatOptions = {}): OpenAIChatEncoding {
  const tools = context.tools ?? []
  const parameters = context.parameters ?? {}
  const state: EncodeState = {
    losses: [],
    list: 'system',
    index: 0,
    part: -1,
    names: createToolNames(
      functionName,
      tools.map((tool) => tool.name),
    ),
    systemRole: options.systemRole ?? 'system',
  }
  const wireTools = encodeTools(state, tools)
  const messages: OpenAIChatMessage[] = []
  encodeSystemPrompt(state, context.system ?? [], options, messages)
  encodeMessages(state, context.messages, messages)
  if (messages.length === 0) {
    throw wireError(
      'WIRE_UNENCODABLE',
      'There is nothing to send: neither a system prompt nor a message with anything in it.',
      'Give a message to the build.',
      { path: 'messages' },
    )
  }
  const model = options.model ?? parameters.model
  const toolChoice = encodeToolChoice(state, parameters.toolChoice, wireTools)
  const request: OpenAIChatRequest = {
    ...(model !== undefined && { model }),
    messages,
    ...(wireTools.length > 0 && { tools: wireTools }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    ...encodeParameters(parameters),
  }
  if (options.onLoss) for (const loss of state.losses) options.onLoss(loss)
  return { request, losses: state.losses, toolNames: state.names.changed }
}

function encodeSystemPrompt(
  state: EncodeState,
  system: readonly SystemMessage[],
  options: OpenAIChatOptions,
  out: OpenAIChatMessage[],
): void {
  state.list = 'system'
  if (options.system !== 'per-layer') {
    encodeJoinedSystem(state, system, options.separator ?? '\n\n', out)
    return
  }
  for (const [index, part] of system.entries()) {
    state.index = index
    encodeSystem(state, part, out)
  }
}

function encodeMessages(state: EncodeState, messages: readonly Message[], out: OpenAIChatMessage[]): void {
  state.list = 'messages'
  for (let index = 0; index < messages.length; ) {
    state.index = index
    state.part = -1
    index = encodeMessage(state, messages, messages[index] as Message, out)
  }
}

/** Writes the message where the encoder stands, an assistant's with its results; returns the index of the next one. */
function encodeMessage(
  state: EncodeState,
  messages: readonly Message[],
  message: Message,
  out: OpenAIChatMessage[],
): number {
  const { index } = state
  switch (message.role) {
    case 'assistant':
      return encodeAssistant(state, messages, message, out)
    case 'user':
      encodeUser(state, message, out)
      return index + 1
    case 'system':
      encodeSystem(state, message, out)
      return index + 1
    case 'tool': {
      const [orphan] = message.content
      if (orphan !== undefined) throw orphanResult(index, orphan.toolCallId)
      return index + 1
    }
    default:
      throw wireError(
        'WIRE_UNENCODABLE',
        `The message at messages[${index}] has no role that OpenAI Chat knows.`,
        'Its role must be system, user, assistant or tool.',
        { path: `messages[${index}].role` },
      )
  }
}
