import type { SystemMessage } from '@lamella/core'
import { type Checks, checkOptions, mustBeOneOf } from '@lamella/core/plugin'
import { functionName } from '../../openai/limits.ts'
import { encodePromptCache, mustBeOpenAICache, type OpenAICacheOptions } from '../../openai/prompt-cache.ts'
import { createCallIds } from '../../shared/call-ids.ts'
import { checkContext } from '../../shared/check-context.ts'
import { wireError } from '../../shared/errors.ts'
import { fitOutput } from '../../shared/fit-output.ts'
import { createLedger } from '../../shared/ledger.ts'
import { type Encoding, tell, type WireOptions, wireChecks } from '../../shared/options.ts'
import { prepareTurns } from '../../shared/prepare.ts'
import { createToolNames } from '../../shared/tool-names.ts'
import type { Turn } from '../../shared/turns.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { portableCallId } from '../limits.ts'
import type { OpenAIChatMessage, OpenAIChatRequest } from '../types.ts'
import { encodeAssistant } from './assistant.ts'
import { encodeParameters, encodeToolChoice } from './parameters.ts'
import { withRequestFields } from './request-fields.ts'
import type { EncodeState } from './state.ts'
import { encodeJoinedSystem, encodeSystem } from './system.ts'
import { encodeTools } from './tools.ts'
import { encodeUser } from './user.ts'

/** How to write a request of OpenAI Chat; everything has a default. */
export interface OpenAIChatOptions extends WireOptions {
  /** The role of system messages. Reasoning models call it `developer`. Default `'system'`, which all take. */
  readonly systemRole?: 'system' | 'developer'
  /** Helps OpenAI's prompt cache: names the start of the request. Default `false`. */
  readonly cache?: boolean | OpenAICacheOptions
}

/** A request of OpenAI Chat, and what became of the context on the way. */
export type OpenAIChatEncoding = Encoding<OpenAIChatRequest>

const checks: Checks<OpenAIChatOptions> = {
  ...wireChecks,
  systemRole: mustBeOneOf(['system', 'developer']),
  cache: mustBeOpenAICache,
}

/**
 * Writes a context as a request of OpenAI Chat Completions, and says what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateOpenAIChat`, a missing model apart. The context is not
 * changed; the JSON Schemas of tools are shared with it. Same context, same bytes.
 *
 * @throws LamellaError `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`, and `WIRE_TOOL_PAIR`
 * where the repair policy says `fail`
 * @example
 * const { request, losses } = encodeOpenAIChat({ messages: [{ role: 'user', content: 'Hello' }] }, { model: 'gpt-4o' })
 * // request: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }, losses: [], repairs: []
 */
export function encodeOpenAIChat(context: WireContext, options: OpenAIChatOptions = {}): OpenAIChatEncoding {
  checkOptions('encodeOpenAIChat', options, checks)
  checkContext(context)
  const tools = context.tools ?? []
  const { system = [], parameters = {} } = context
  const ledger = createLedger(options.unknownFields)
  const names = createToolNames(
    ledger,
    functionName,
    tools.map((tool) => tool.name),
  )
  const ids = createCallIds({ maxLength: portableCallId, unique: 'message' })
  const state: EncodeState = Object.assign(ledger, { names, ids, systemRole: options.systemRole ?? 'system' })
  const wireTools = encodeTools(state, tools)
  const messages: OpenAIChatMessage[] = []
  encodeSystemPrompt(state, system, options, messages)
  const { repair, separator, mergeConsecutive: merge = false, ensureAlternating: alternate = false } = options
  encodeTurns(state, prepareTurns(state, context.messages, { repair, separator, merge, alternate }), messages)
  if (messages.length === 0) {
    throw wireError(
      'WIRE_UNENCODABLE',
      'There is nothing to send: neither a system prompt nor a message with anything in it.',
      'Give a message to the build.',
      { path: 'messages' },
    )
  }
  const model = options.model ?? parameters.model
  state.list = 'parameters'
  const toolChoice = encodeToolChoice(state, parameters.toolChoice, wireTools)
  const own: OpenAIChatRequest = {
    ...(model !== undefined && { model }),
    messages,
    ...(wireTools.length > 0 && { tools: wireTools }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    ...encodeParameters(parameters),
    ...encodePromptCache(options.cache, { model, tools: wireTools, system }),
  }
  const body = withRequestFields(state, own, parameters.providerOptions)
  const request = fitOutput(state, context, body, ['max_completion_tokens', 'max_tokens'], 1)
  tell(options, state)
  return { request, losses: state.losses, repairs: state.repairs, toolNames: state.names.changed }
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

function encodeTurns(state: EncodeState, turns: readonly Turn[], out: OpenAIChatMessage[]): void {
  state.list = 'messages'
  for (const turn of turns) {
    state.index = turn.index
    state.part = -1
    if (turn.role === 'assistant') encodeAssistant(state, turn, out)
    else if (turn.role === 'user') encodeUser(state, turn.message, out)
    else encodeSystem(state, turn.message, out)
  }
}
