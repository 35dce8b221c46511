import type { SystemMessage } from '@lamella/core'
import { encodeWith } from '../../kit/encode.ts'
import type { EncoderDefinition } from '../../kit/format.ts'
import { defined, orNone } from '../../shared/defined.ts'
import { wireError } from '../../shared/errors.ts'
import { imageBounds } from '../../shared/image-bounds.ts'
import { at } from '../../shared/ledger.ts'
import type { Encoding } from '../../shared/options.ts'
import { createToolFields } from '../../shared/tool-fields.ts'
import type { WireContext, WithModel } from '../../shared/wire-context.ts'
import { placeMarks, planMarks } from '../cache/place-marks.ts'
import { markMessageStart, planCache } from '../cache/plan.ts'
import { beginsWithThinking } from '../conversation.ts'
import { fieldName, invalidCallIdCharacter, maxMessages, portableCallId, toolName } from '../limits.ts'
import type { AnthropicBetaRequest, AnthropicRequest } from '../types.ts'
import { closeAssistant, encodeAnswer, openAssistant } from './assistant.ts'
import { betasOf } from './betas.ts'
import { carriesSummary, compactionOf, withoutRefused } from './compaction-request.ts'
import { finishDrafts, writeMessages } from './finish.ts'
import { encodeMaxTokens, encodeSampling, readRequestFields, takesTopK, withRequestFields } from './parameters.ts'
import { isServerPart } from './server-block.ts'
import { type AnthropicOptions, type AnthropicState, type AnthropicTypes, anthropicChecks } from './state.ts'
import { encodeSummary, summaries } from './summary-block.ts'
import { addSystemPart, writeSystem } from './system.ts'
import { encodeSystemMessage, instructionOf, isDirective } from './system-message.ts'
import { dropsStale, fitBudget, fittingThinking } from './thinking.ts'
import { createNames } from './tool-names.ts'
import { encodeTool, encodeToolChoice, withOneLoaded } from './tools.ts'
import { encodeString, encodeUser, userParts } from './user.ts'

/** A request of Anthropic Messages, with the losses and repairs of its encoding. */
export interface AnthropicEncoding extends Encoding<AnthropicRequest> {
  /** The betas that the request needs, for the header `anthropic-beta`. */
  readonly betas: readonly string[]
}

export const anthropicEncoder: EncoderDefinition<AnthropicTypes> = {
  name: 'anthropic',
  title: 'Anthropic',
  encoder: 'encodeAnthropic',
  options: anthropicChecks,
  limits: {
    toolName,
    callId: { maxLength: portableCallId, invalidCharacter: invalidCallIdCharacter, unique: 'request' },
  },
  conversation: { merge: 'format', alternate: 'format', instruction: instructionOf, summaries },
  encode: {
    begin: (state) => {
      const { context, model, options, parameters } = state.base
      const { mergeConsecutive = true, ensureAlternating = mergeConsecutive } = options
      const fields = readRequestFields(state, parameters, model)
      const bound = options.staleThinking === 'send' ? dropsStale(state, fields.thinking, model) : undefined
      return {
        plan: planCache(context, options.cache, model),
        images: imageBounds(context.messages),
        fields: { ...fields, thinking: bound ?? fields.thinking },
        sendsStale: bound !== undefined,
        merge: mergeConsecutive || ensureAlternating,
        drafts: [],
        prompt: [],
        marks: [],
        toolNames: new Set(),
        defined: new Map(),
        serverIds: new Map(),
        origins: new Map(),
      }
    },
    names: createNames,
    fields: () => createToolFields(fieldName),
    tool: encodeTool,
    system: (_, parts) => {
      for (const { state, message } of parts) addSystemPart(state, message)
      return undefined
    },
    systemMessage: encodeSystem,
    userText: encodeString,
    userParts,
    summary: encodeSummary,
    user: encodeUser,
    open: openAssistant,
    isNative: isServerPart,
    answer: encodeAnswer,
    close: closeAssistant,
    body: (state, written) => {
      const { context, model, options, parameters } = state.base
      const { drafts, fields, marks, plan, prompt } = state.run
      if (plan !== undefined) markMessageStart(plan.places, drafts, Number.POSITIVE_INFINITY)
      const messages = at(state, 'messages', 0)
      const tools = withOneLoaded(state, written.tools)
      const markable = { tools, system: prompt, drafts }
      const planned = plan === undefined ? [] : planMarks(plan, markable)
      finishDrafts(messages, fields.thinking)
      checkMessages(state)
      const sent = tools.filter((tool) => tool !== undefined)
      const toolChoice = encodeToolChoice(state, parameters.toolChoice, sent, model, fields.isSerial)
      const maxTokens = encodeMaxTokens(state, context, options.maxOutputTokens, fields)
      const isForced = toolChoice?.type === 'any' || toolChoice?.type === 'tool'
      const canThink = (): boolean => beginsWithThinking(state.run.drafts)
      const thinking = fitBudget(state, fittingThinking(state, fields.thinking, isForced, canThink), maxTokens)
      const automatic = placeMarks(state, marks, planned, fields.control, markable)
      const { separator = '\n\n' } = options
      const compaction = compactionOf(options.compaction)
      const form = { isJoined: options.system !== 'per-layer', separator, isPlanned: plan !== undefined }
      const system = writeSystem(state, prompt, form)
      const own: AnthropicRequest = defined({
        model,
        max_tokens: maxTokens,
        system,
        messages: writeMessages(messages),
        compaction,
        tools: orNone(sent),
        tool_choice: toolChoice,
        thinking,
        ...encodeSampling(state, parameters, model, thinking),
        output_config: fields.outputConfig,
        cache_control: automatic,
      })
      const request = withRequestFields(state, own, fields.extra, takesTopK(model, thinking))
      return withoutRefused(state, request, carriesSummary(drafts))
    },
  },
}

/** Adds a system message of the conversation. Those at its start belong to the system prompt. */
function encodeSystem(state: AnthropicState, message: SystemMessage): void {
  const { drafts, plan } = state.run
  if (plan !== undefined) markMessageStart(plan.places, drafts, state.index)
  if (drafts.length === 0 && !isDirective(message)) addSystemPart(state, message)
  else encodeSystemMessage(state, message)
}

/** Rejects messages that are not a conversation. */
function checkMessages({ run: { drafts } }: AnthropicState): void {
  if (!drafts.some(({ role }) => role !== 'system')) {
    throw wireError(
      'WIRE_UNENCODABLE',
      'The request is empty: no message has any content.',
      'Pass at least one message to the build.',
      { path: 'messages' },
    )
  }
  if (drafts.length > maxMessages) {
    throw wireError(
      'WIRE_UNENCODABLE',
      `Anthropic allows at most ${maxMessages} messages, but the request has ${drafts.length}.`,
      'Shorten the history, or merge messages of the same role.',
      { path: 'messages' },
    )
  }
}

/**
 * Encodes a context as a request of Anthropic Messages, and reports what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateAnthropic`, except for a missing model. The context is
 * not changed; the request shares the JSON Schemas of tools with it. The same context produces the same bytes.
 *
 * @throws LamellaError `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`, `TOOL_SCHEMA_INVALID`, and
 * `WIRE_TOOL_PAIR` if the repair policy is `fail`
 * @example
 * const { request } = encodeAnthropic({ messages: [{ role: 'user', content: 'Hello' }] }, { model: 'claude-opus-4-8' })
 * // { model: 'claude-opus-4-8', max_tokens: 4096, messages: [{ role: 'user', content: 'Hello' }] }
 */
export function encodeAnthropic(context: WireContext, options: AnthropicOptions = {}): AnthropicEncoding {
  const encoding = encodeWith(anthropicEncoder, context, options)
  return { ...encoding, betas: betasOf(encoding.request) }
}

/**
 * Encodes a context as the body of `client.messages.create`. Losses are reported to `options.onLoss`; `encodeAnthropic`
 * returns them as a list, together with the renamed tools.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`
 * @example
 * const request = toAnthropic(context, { model: 'claude-opus-4-8', cache: true })
 * await client.messages.create(request)
 */
export function toAnthropic(
  context: WireContext,
  options: AnthropicOptions & { readonly model: string },
): AnthropicRequest & { readonly model: string }
export function toAnthropic(
  context: WireContext & WithModel,
  options?: AnthropicOptions,
): AnthropicRequest & { readonly model: string }
export function toAnthropic(context: WireContext, options?: AnthropicOptions): AnthropicRequest
export function toAnthropic(context: WireContext, options?: AnthropicOptions): AnthropicRequest {
  return encodeAnthropic(context, options).request
}

/**
 * Encodes a context as the params of `client.beta.messages.create`: the body of `toAnthropic`, and in `betas` the names of
 * the betas that it needs. Without the SDK, send them in the header `anthropic-beta`, separated by commas.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`
 * @example
 * const request = toAnthropicBeta(context, { model: 'claude-opus-5-5', staleThinking: 'send' })
 * await client.beta.messages.create(request)
 */
export function toAnthropicBeta(
  context: WireContext,
  options: AnthropicOptions & { readonly model: string },
): AnthropicBetaRequest & { readonly model: string }
export function toAnthropicBeta(
  context: WireContext & WithModel,
  options?: AnthropicOptions,
): AnthropicBetaRequest & { readonly model: string }
export function toAnthropicBeta(context: WireContext, options?: AnthropicOptions): AnthropicBetaRequest
export function toAnthropicBeta(context: WireContext, options?: AnthropicOptions): AnthropicBetaRequest {
  const { request, betas } = encodeAnthropic(context, options)
  return betas.length > 0 ? { ...request, betas: [...betas] } : request
}
