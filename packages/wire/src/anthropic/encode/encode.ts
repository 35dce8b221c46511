import { checkOptions } from '@lamella/core/plugin'
import { createCallIds } from '../../shared/call-ids.ts'
import { checkContext } from '../../shared/check-context.ts'
import { wireError } from '../../shared/errors.ts'
import { createLedger } from '../../shared/ledger.ts'
import { type Encoding, tell } from '../../shared/options.ts'
import { prepareTurns } from '../../shared/prepare.ts'
import type { WireContext } from '../../shared/wire-context.ts'
import { planMarks } from '../cache/candidates.ts'
import { reachMessage } from '../cache/message-places.ts'
import { placeMarks } from '../cache/place-marks.ts'
import { planCache } from '../cache/plan.ts'
import { invalidCallIdCharacter, maxMessages, portableCallId } from '../limits.ts'
import type { AnthropicRequest } from '../types.ts'
import { encodeAssistant } from './assistant.ts'
import { finishDrafts, writeMessages } from './finish.ts'
import { type AnthropicOptions, anthropicChecks } from './options.ts'
import { encodeMaxTokens, encodeSampling, takesTopK } from './parameters.ts'
import { readRequestFields, withRequestFields } from './request-fields.ts'
import type { EncodeState } from './state.ts'
import { addSystemPart, type SystemBlock, writeSystem } from './system.ts'
import { encodeSystemMessage, isDirective } from './system-message.ts'
import { fitBudget, fittingThinking } from './thinking.ts'
import { encodeToolChoice } from './tool-choice.ts'
import { createNames } from './tool-names.ts'
import { encodeTools } from './tools.ts'
import { encodeUser } from './user.ts'

/** A request of Anthropic Messages, and what became of the context on the way. */
export type AnthropicEncoding = Encoding<AnthropicRequest>

/**
 * Writes a context as a request of Anthropic Messages, and says what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateAnthropic`, a missing model apart. The context is not
 * changed; the JSON Schemas of tools are shared with it. Same context, same bytes.
 *
 * @throws LamellaError `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`, `TOOL_SCHEMA_INVALID`, and `WIRE_TOOL_PAIR`
 * where the repair policy says `fail`
 * @example
 * const { request } = encodeAnthropic({ messages: [{ role: 'user', content: 'Hello' }] }, { model: 'claude-opus-4-8' })
 * // { model: 'claude-opus-4-8', max_tokens: 4096, messages: [{ role: 'user', content: 'Hello' }] }
 */
export function encodeAnthropic(context: WireContext, options: AnthropicOptions = {}): AnthropicEncoding {
  checkOptions('encodeAnthropic', options, anthropicChecks)
  checkContext(context)
  const { tools = [], parameters = {} } = context
  const model = options.model ?? parameters.model
  const plan = planCache(context, options.cache, model)
  const { mergeConsecutive = true, ensureAlternating: alternate = mergeConsecutive } = options
  const ledger = createLedger(options.unknownFields)
  const state: EncodeState = Object.assign(ledger, {
    model,
    names: createNames(ledger, tools),
    ids: createCallIds({ maxLength: portableCallId, invalidCharacter: invalidCallIdCharacter, unique: 'request' }),
    merge: mergeConsecutive || alternate,
    places: plan?.places,
    drafts: [],
    marks: [],
    serverIds: new Map(),
    origins: new Map(),
  })
  const fields = readRequestFields(state, parameters, model)
  const wireTools = encodeTools(state, tools)
  const system = encodeConversation(state, context, options)
  const request = { tools: wireTools, system, drafts: state.drafts }
  const planned = plan === undefined ? [] : planMarks(plan, request)
  finishDrafts(state, fields.thinking, alternate)
  checkMessages(state)
  state.list = 'parameters'
  const sent = wireTools.filter((tool) => tool !== undefined)
  const toolChoice = encodeToolChoice(state, parameters.toolChoice, sent, model, fields.isSerial)
  const maxTokens = encodeMaxTokens(state, context, options.maxOutputTokens, fields)
  const thinking = fitBudget(state, fittingThinking(state, fields.thinking, toolChoice), maxTokens)
  const automatic = placeMarks(state, state.marks, planned, fields.control, request)
  const prompt = writeSystem(state, system, options.system !== 'per-layer', options.separator ?? '\n\n')
  const messages = writeMessages(state)
  state.list = 'parameters'
  const own: AnthropicRequest = {
    ...(model !== undefined && { model }),
    max_tokens: maxTokens,
    ...(prompt !== undefined && { system: prompt }),
    messages,
    ...(sent.length > 0 && { tools: sent }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice }),
    ...(thinking !== undefined && { thinking }),
    ...encodeSampling(state, parameters, model, thinking),
    ...(fields.outputConfig !== undefined && { output_config: fields.outputConfig }),
    ...(automatic !== undefined && { cache_control: automatic }),
  }
  const body = withRequestFields(state, own, fields.extra, takesTopK(model, thinking))
  tell(options, state)
  return { request: body, losses: state.losses, repairs: state.repairs, toolNames: state.names.changed }
}

/** Writes the conversation into the drafts. System messages at its start belong to the system prompt. */
function encodeConversation(state: EncodeState, context: WireContext, { repair }: AnthropicOptions): SystemBlock[] {
  const system: SystemBlock[] = []
  state.list = 'system'
  for (const [index, part] of (context.system ?? []).entries()) {
    state.index = index
    addSystemPart(state, part, system)
  }
  state.part = -1
  const options = { repair, separator: undefined, merge: false, alternate: false }
  for (const turn of prepareTurns(state, context.messages, options)) {
    state.index = turn.index
    state.part = -1
    if (state.places !== undefined) reachMessage(state.places, state.drafts, turn.index)
    if (turn.role === 'assistant') encodeAssistant(state, turn)
    else if (turn.role === 'user') encodeUser(state, turn.message)
    else if (state.drafts.length === 0 && !isDirective(turn.message)) addSystemPart(state, turn.message, system)
    else encodeSystemMessage(state, turn.message)
  }
  if (state.places !== undefined) reachMessage(state.places, state.drafts, Number.POSITIVE_INFINITY)
  return system
}

/** Refuses what is no conversation. */
function checkMessages({ drafts }: EncodeState): void {
  if (!drafts.some(({ role }) => role !== 'system')) {
    throw wireError(
      'WIRE_UNENCODABLE',
      'There is nothing to send: no message has anything in it.',
      'Give a message to the build.',
      { path: 'messages' },
    )
  }
  if (drafts.length > maxMessages) {
    throw wireError(
      'WIRE_UNENCODABLE',
      `Anthropic takes at most ${maxMessages} messages, and here are ${drafts.length}.`,
      'Cut the history, or join messages of one role.',
      { path: 'messages' },
    )
  }
}
