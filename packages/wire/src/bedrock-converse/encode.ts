import type { SystemMessage } from '@lamella/core'
import { type Checks, mustBeBoolean, mustBeOneOf } from '@lamella/core/plugin'
import { encodeWith } from '../kit/encode.ts'
import type { EncoderDefinition, PlacedSystem } from '../kit/format.ts'
import { joinSystem } from '../kit/system.ts'
import { defined, orNone } from '../shared/defined.ts'
import { nothingToSend } from '../shared/errors.ts'
import { fitOutput } from '../shared/fit-output.ts'
import { isBlank, isRecord } from '../shared/guards.ts'
import { imageBounds } from '../shared/image-bounds.ts'
import { at, lose, mend } from '../shared/ledger.ts'
import { type Encoding, wireChecks } from '../shared/options.ts'
import { withExtraFields } from '../shared/provider-fields.ts'
import { loseToolExtras } from '../shared/tool-extras.ts'
import { createToolFields } from '../shared/tool-fields.ts'
import type { WireContext } from '../shared/wire-context.ts'
import { settlePoints } from './cache-points.ts'
import { encodeFile, encodeImage, encodeText, pointOf, textOf, withPoint } from './content.ts'
import { add, encodeAnswer, endConversation } from './conversation.ts'
import {
  type BedrockConverseOptions,
  type BedrockState,
  type BedrockTypes,
  cachePoint,
  fieldName,
  isOfAnotherVendor,
  maxCachePoints,
  ofMessage,
  readFields,
  title,
  toolName,
} from './fields.ts'
import { declared, encodeInference, encodeTool, encodeToolChoice, fitClaudeFields } from './request.ts'
import type { BedrockCachePoint, BedrockConverseRequest } from './types.ts'

const options: Checks<BedrockConverseOptions> = {
  ...wireChecks,
  bytes: mustBeOneOf(['base64', 'binary']),
  cache: mustBeBoolean,
}

const reserved = ['modelId', 'messages', 'system', 'inferenceConfig', 'toolConfig']

export const bedrockConverseEncoder: EncoderDefinition<BedrockTypes> = {
  name: 'bedrock-converse',
  title,
  encoder: 'encodeBedrockConverse',
  options,
  limits: {
    toolName,
    callId: { maxLength: 64, invalidCharacter: toolName.invalidCharacter, unique: 'request' },
  },
  conversation: { leadingSystem: true, merge: 'format', alternate: 'format' },
  encode: {
    begin: ({ base: { context, options, model } }) => {
      const points = options.cache === true ? (context.report?.cache.points ?? []) : []
      const wanted = points.filter(({ place }) => place === 'messages').map(({ index }) => index)
      // One cache point is reserved for the tools, and one for the system prompt.
      return {
        messages: [],
        images: imageBounds(context.messages, !isOfAnotherVendor(model)),
        documents: new Set(),
        tools: new Set(),
        called: new Set(),
        points: { wanted, left: maxCachePoints - 2 },
      }
    },
    fields: () => createToolFields(fieldName),
    tool: encodeTool,
    system: encodeSystem,
    systemMessage: (state, { content, providerOptions }) => {
      const fields = readFields(state, providerOptions, ofMessage)
      const text = textOf(state, content)
      if (text === '') return
      lose(state, 'system-role', 'Bedrock supports a system prompt only before the conversation: sent as user text.')
      add(state, 'user', withPoint([{ text }], fields))
    },
    userText: textOf,
    userParts: { text: encodeText, image: encodeImage, file: encodeFile },
    user: (state, said, { providerOptions }) => {
      const fields = readFields(state, providerOptions, ofMessage)
      const pieces = typeof said === 'string' && said !== '' ? [said] : [...said]
      const blocks = pieces.flatMap((piece) => (typeof piece === 'string' ? [{ text: piece }] : piece))
      if (blocks.some((block) => 'document' in block) && !blocks.some((block) => 'text' in block)) {
        mend(state, 'added', 'A marked text is added next to the document, which Bedrock rejects on its own.')
        blocks.push({ text: '[See the document.]' })
      }
      if (blocks.length > 0) add(state, 'user', withPoint(blocks, fields))
    },
    open: (state, { message }) => readFields(state, message.providerOptions, ofMessage),
    answer: encodeAnswer,
    close: (state, turn) => {
      loseToolExtras(state, turn, (here, providerOptions) => void readFields(here, providerOptions, []))
      return false
    },
    body: (state, { tools, system }) => {
      const { context, model, parameters } = state.base
      const { messages } = state.run
      if (messages.length === 0 && system.length === 0) throw nothingToSend()
      endConversation(at(state, 'messages', context.messages.length - 1))
      const sent = declared(
        state,
        tools.filter((tool) => tool !== undefined),
      )
      settlePoints(state, { tools: sent, system, messages })
      const toolChoice = encodeToolChoice(state, parameters.toolChoice, sent)
      const { inference, extra } = fitClaudeFields(state, {
        messages,
        inference: fitOutput(state, context, encodeInference(state, parameters), ['maxTokens'], 1),
        isForced: toolChoice !== undefined && !('auto' in toolChoice),
        extra: readFields(state, parameters.providerOptions, ['extra']).extra,
      })
      const own: BedrockConverseRequest = defined({
        modelId: model,
        messages,
        system: orNone(system),
        inferenceConfig: Object.keys(inference).length > 0 ? inference : undefined,
        toolConfig: sent.length > 0 ? defined({ tools: sent, toolChoice }) : undefined,
      })
      return withExtraFields(state, own, extra, reserved)
    },
  },
}

/** Returns the system prompt: one text, or one block per part; with cache points where a part or the options set them. */
function encodeSystem(
  { base: { options, context } }: BedrockState,
  parts: readonly PlacedSystem<BedrockTypes>[],
): BedrockTypes['system'] {
  const blocks: BedrockTypes['system'] = []
  let marked: BedrockCachePoint | undefined
  const read = (state: BedrockState, { providerOptions }: SystemMessage): undefined => {
    marked = pointOf(readFields(state, providerOptions, ofMessage)) ?? marked
  }
  if (options.system === 'per-layer') {
    for (const { state, message } of parts) {
      read(state, message)
      const text = message.content === '' ? '' : textOf(state, message.content)
      if (text !== '') blocks.push({ text })
    }
  } else {
    const text = joinSystem(parts, options.separator ?? '\n\n', read)
    if (!isBlank(text)) blocks.push({ text })
    else for (const { state, message } of parts) if (message.content !== '') textOf(state, message.content)
  }
  const pays = options.cache === true && context.report?.cache.points.some(({ place }) => place === 'system') === true
  const point = marked ?? (pays ? cachePoint : undefined)
  if (blocks.length > 0 && point !== undefined) blocks.push(point)
  return blocks
}

/** A request of Bedrock Converse, with the losses and repairs of its encoding. */
export type BedrockConverseEncoding = Encoding<BedrockConverseRequest>

/**
 * Encodes a context as a request of Amazon Bedrock's Converse, and reports what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateBedrockConverse`, except for a missing model.
 *
 * @throws LamellaError `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`, `TOOL_SCHEMA_INVALID`, `WIRE_TOOL_PAIR`
 * @example
 * const { request } = encodeBedrockConverse({ messages: [{ role: 'user', content: 'Hello' }] }, { model: 'amazon.nova-pro-v1:0' })
 * // { modelId: 'amazon.nova-pro-v1:0', messages: [{ role: 'user', content: [{ text: 'Hello' }] }] }
 */
export function encodeBedrockConverse(
  context: WireContext,
  asked: BedrockConverseOptions = {},
): BedrockConverseEncoding {
  return encodeWith(bedrockConverseEncoder, context, asked)
}

/**
 * Encodes a context as the input of `ConverseCommand`, with bytes as the AWS SDK takes them: `bytes` is `'binary'` by
 * default. Losses are reported to `options.onLoss`.
 *
 * @throws LamellaError as `encodeBedrockConverse`
 * @example
 * await client.send(new ConverseCommand(toBedrockConverse(context, { model: 'amazon.nova-pro-v1:0' })))
 */
export function toBedrockConverse(
  context: WireContext,
  options: BedrockConverseOptions & { readonly model: string; readonly bytes?: 'binary' },
): BedrockConverseRequest<Uint8Array> & { readonly modelId: string }
export function toBedrockConverse(
  context: WireContext,
  options?: BedrockConverseOptions & { readonly bytes?: 'binary' },
): BedrockConverseRequest<Uint8Array>
export function toBedrockConverse(context: WireContext, options?: BedrockConverseOptions): BedrockConverseRequest
export function toBedrockConverse(context: WireContext, asked?: BedrockConverseOptions): BedrockConverseRequest {
  // What is no options object is refused by the encoder.
  const options = asked === undefined || isRecord(asked) ? { bytes: 'binary' as const, ...asked } : asked
  return encodeBedrockConverse(context, options).request
}
