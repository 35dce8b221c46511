import {
  type Checks,
  jsonSchemaOf,
  mustBeBoolean,
  mustBeOneOf,
  type Parameters,
  type SystemMessage,
  type ToolDefinition,
} from '@lamella/core'
import { refusesPrefill } from '../anthropic/models.ts'
import {
  type Answer,
  type AssistantWriters,
  at,
  checkParameter,
  cleanJson,
  cleanText,
  type EncoderDefinition,
  type Encoding,
  encodeWith,
  fitOutput,
  goOnText,
  isCount,
  isRecord,
  isWithin,
  joinSystem,
  lose,
  loseAside,
  loseProviderTool,
  mend,
  missingAssistantText,
  missingReplyText,
  missingUserText,
  nothingToSend,
  type PlacedSystem,
  providerToolOf,
  type WireContext,
  wireChecks,
  withExtraFields,
  writeParts,
} from '../kit/index.ts'
import { bytesFor, encodeFile, encodeImage, encodeResult, encodeText, textOf, withPoint } from './content.ts'
import {
  type BedrockConverseFields,
  type BedrockConverseOptions,
  type BedrockState,
  type BedrockTypes,
  isBlank,
  maxCachePoints,
  readFields,
  title,
  toolName,
} from './fields.ts'
import type { BedrockBlock, BedrockConverseRequest, BedrockInference, BedrockTool, BedrockToolChoice } from './types.ts'

const options: Checks<BedrockConverseOptions> = {
  ...wireChecks,
  bytes: mustBeOneOf(['base64', 'binary']),
  cache: mustBeBoolean,
}

const ofMessage: readonly (keyof BedrockConverseFields)[] = ['cachePoint']
const ofReasoning: readonly (keyof BedrockConverseFields)[] = ['signature', 'redactedData', 'cachePoint']
const reserved = ['modelId', 'messages', 'system', 'inferenceConfig', 'toolConfig']
const cachePoint = { cachePoint: { type: 'default' } } as const

/** How Bedrock Converse is written. */
export const bedrockConverseEncoder: EncoderDefinition<BedrockTypes> = {
  name: 'bedrock-converse',
  title,
  encoder: 'encodeBedrockConverse',
  options,
  limits: { toolName, callId: { maxLength: 64, invalidCharacter: toolName.invalidCharacter, unique: 'request' } },
  conversation: { leadingSystem: true, merge: 'format', alternate: 'format' },
  encode: {
    begin: ({ base: { context, options } }) => {
      const points = options.cache === true ? (context.report?.cache.points ?? []) : []
      const wanted = points.filter(({ place }) => place === 'messages').map(({ index }) => index)
      // One place is kept for the tools, and one for the system prompt.
      return {
        messages: [],
        documents: new Set(),
        tools: new Set(),
        called: new Set(),
        points: { wanted, left: maxCachePoints - 2 },
      }
    },
    tool: encodeTool,
    system: encodeSystem,
    systemMessage: (state, { content, providerOptions }) => {
      const fields = readFields(state, providerOptions, ofMessage)
      const text = textOf(state, content)
      if (text === '') return
      lose(state, 'system-role', "Bedrock has a system prompt only before the conversation: sent as the user's.")
      add(state, 'user', withPoint([{ text }], fields))
    },
    userText: textOf,
    userParts: { text: encodeText, image: encodeImage, file: encodeFile },
    user: (state, said, { providerOptions }) => {
      const fields = readFields(state, providerOptions, ofMessage)
      const pieces = typeof said === 'string' && said !== '' ? [said] : [...said]
      const blocks = pieces.flatMap((piece) => (typeof piece === 'string' ? [{ text: piece }] : piece))
      if (blocks.some((block) => 'document' in block) && !blocks.some((block) => 'text' in block)) {
        mend(state, 'added', 'A marked text stands beside the document, which Bedrock refuses alone.')
        blocks.push({ text: '[See the document.]' })
      }
      if (blocks.length > 0) add(state, 'user', withPoint(blocks, fields))
    },
    open: (state, { message }) => readFields(state, message.providerOptions, ofMessage),
    answer: encodeAnswer,
    close: (state, turn) => {
      loseAside(state, turn, (here, providerOptions) => void readFields(here, providerOptions, []))
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
      limitPoints(state, [sent, system, ...messages.map(({ content }) => content)])
      const toolChoice = encodeToolChoice(state, parameters.toolChoice, sent)
      const inference = fitOutput(state, context, encodeInference(state, parameters), ['maxTokens'], 1)
      const own: BedrockConverseRequest = {
        ...(model !== undefined && { modelId: model }),
        messages,
        ...(system.length > 0 && { system }),
        ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
        ...(sent.length > 0 && { toolConfig: { tools: sent, ...(toolChoice !== undefined && { toolChoice }) } }),
      }
      return withExtraFields(state, own, readFields(state, parameters.providerOptions, ['extra']).extra, reserved)
    },
  },
}

/** The system prompt: one text, or a block a part; a cache point where a part or the options ask for one. */
function encodeSystem(
  { base: { options, context } }: BedrockState,
  parts: readonly PlacedSystem<BedrockTypes>[],
): BedrockTypes['system'] {
  const blocks: BedrockTypes['system'] = []
  let isMarked = false
  const read = (state: BedrockState, { providerOptions }: SystemMessage): undefined => {
    if (readFields(state, providerOptions, ofMessage).cachePoint !== undefined) isMarked = true
  }
  if (options.system === 'per-layer') {
    for (const { state, message } of parts) {
      read(state, message)
      const text = cleanText(state, message.content)
      if (!isBlank(text)) blocks.push({ text })
    }
  } else {
    const text = joinSystem(parts, options.separator ?? '\n\n', read)
    if (!isBlank(text)) blocks.push({ text })
  }
  const pays = options.cache === true && context.report?.cache.points.some(({ place }) => place === 'system') === true
  if (blocks.length > 0 && (isMarked || pays)) blocks.push(cachePoint)
  return blocks
}

/** One tool. Bedrock runs none that a context could bring. */
function encodeTool(state: BedrockState, tool: ToolDefinition): BedrockTool | undefined {
  if (providerToolOf(tool) !== undefined) {
    loseProviderTool(state, tool, title)
    return undefined
  }
  readFields(state, tool.providerOptions, [])
  const name = state.base.names.toWire(state, tool.name)
  if (state.run.tools.has(name)) {
    mend(state, 'tool-name', `A second tool of the name ${name} is left out.`)
    return undefined
  }
  state.run.tools.add(name)
  const json = cleanJson(state, jsonSchemaOf(tool.inputSchema, tool.name))
  const description = cleanText(state, tool.description ?? '')
  const inputSchema = { json: json['type'] === 'object' ? json : { ...json, type: 'object' } }
  return { toolSpec: isBlank(description) ? { name, inputSchema } : { name, description, inputSchema } }
}

/**
 * The tools, with those that the history alone knows where there are no others: "The toolConfig field must be defined when
 * using toolUse and toolResult content blocks" (400, langgenius/dify#17545, vxcontrol/pentagi#196).
 */
function declared(state: BedrockState, tools: readonly BedrockTool[]): BedrockTool[] {
  const { options, context } = state.base
  if (tools.length === 0 && state.run.called.size > 0) {
    mend(state, 'added', 'The tools of the history are declared, since Bedrock takes no call without.')
    return [...state.run.called].map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } }))
  }
  const pays = options.cache === true && context.report?.cache.points.some(({ place }) => place === 'tools') === true
  return pays && tools.length > 0 ? [...tools, cachePoint] : [...tools]
}

/** There is no choice of none (API_runtime_ToolChoice.html, 2026-11). */
function encodeToolChoice(
  state: BedrockState,
  choice: Parameters['toolChoice'],
  tools: readonly BedrockTool[],
): BedrockToolChoice | undefined {
  if (choice === undefined) return undefined
  if (tools.length === 0 || choice === 'none') {
    if (choice !== 'auto' && (tools.length > 0 || choice !== 'none')) {
      lose(
        state,
        'tool-choice',
        `The tool choice is left out: ${tools.length === 0 ? 'there are no tools' : 'Bedrock has no none'}.`,
      )
    }
    return undefined
  }
  if (choice === 'auto') return { auto: {} }
  if (choice === 'required') return { any: {} }
  const name = state.base.names.toWire(state, choice.toolName)
  const isThere = tools.some((tool) => 'toolSpec' in tool && tool.toolSpec.name === name)
  checkParameter(title, 'toolChoice', choice, isThere, 'the name of one of the tools')
  return { tool: { name } }
}

/** Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InferenceConfiguration.html (2026-11). */
function encodeInference(state: BedrockState, parameters: Parameters): BedrockInference {
  const { temperature, topP, maxOutputTokens: maxTokens, stopSequences = [], seed } = parameters
  if (temperature !== undefined)
    checkParameter(title, 'temperature', temperature, isWithin(temperature, 0, 1), 'from 0 to 1')
  if (topP !== undefined) checkParameter(title, 'topP', topP, isWithin(topP, 0, 1), 'from 0 to 1')
  if (maxTokens !== undefined)
    checkParameter(title, 'maxOutputTokens', maxTokens, isCount(maxTokens), 'a whole number above 0')
  checkParameter(title, 'stopSequences', stopSequences, stopSequences.length <= 2_500, 'at most 2,500 texts')
  if (seed !== undefined) lose(state, 'parameter', 'Bedrock Converse has no seed.')
  const stops = stopSequences.map((stop) => cleanText(state, stop)).filter((stop) => stop !== '')
  return {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(stops.length > 0 && { stopSequences: stops }),
  }
}

const writers: AssistantWriters<BedrockState['run'], BedrockState['base'], undefined, readonly BedrockBlock[]> = {
  text: encodeText,
  reasoning: (state, part) => {
    const { signature, redactedData } = readFields(state, part.providerOptions, ofReasoning)
    if (typeof redactedData === 'string' && redactedData !== '') {
      return [{ reasoningContent: { redactedContent: bytesFor(state, cleanText(state, redactedData)) } }]
    }
    if (typeof signature === 'string' && signature !== '') {
      const reasoningText = { text: cleanText(state, part.text), signature: cleanText(state, signature) }
      return [{ reasoningContent: { reasoningText } }]
    }
    lose(state, 'reasoning', 'Bedrock takes reasoning back only with its signature.')
    return undefined
  },
  // "You can only include images and documents if the role is user" (API_runtime_Message.html, 2026-11).
  file: (state, { mediaType, providerOptions }) => {
    readFields(state, providerOptions, [])
    lose(state, 'media', `Bedrock takes no file (${mediaType}) in an assistant message.`)
    return undefined
  },
  call: (state, { call }, toolUseId) => {
    const fields = readFields(state, call.providerOptions, ofMessage)
    const name = state.base.names.toWire(state, call.toolName)
    state.run.called.add(name)
    const input = call.input === undefined ? {} : cleanJson(state, call.input)
    if (!isRecord(input))
      lose(state, 'value', 'The input of a call must be an object, so this one is sent inside of { rawInvalidInput }.')
    const toolUse = { toolUseId, name, input: isRecord(input) ? input : { rawInvalidInput: input } }
    return withPoint([{ toolUse }], fields)
  },
  native: () => undefined,
}

/** An assistant message, and the results of its calls as the start of the user message behind it. */
function encodeAnswer(state: BedrockState, answer: Answer, fields: BedrockConverseFields): boolean {
  const { pairs, ids, isLast } = answer
  const written = writeParts(state, answer, title, writers, undefined).flat()
  const isCall = (block: BedrockBlock): boolean => 'toolUse' in block
  const firstCall = written.findIndex(isCall)
  const isLate = firstCall >= 0 && written.some((block, index) => index > firstCall && 'text' in block)
  if (isLate) mend(state, 'order', 'Calls stand behind the texts of their message.')
  const blocks = isLate ? [...written.filter((block) => !isCall(block)), ...written.filter(isCall)] : written
  // Reasoning leads to something: alone, or at the end, it is refused ("The final block ... cannot be thinking").
  while (blocks.length > 0 && 'reasoningContent' in (blocks.at(-1) as BedrockBlock)) {
    blocks.pop()
    lose(state, 'reasoning', 'Reasoning with nothing behind it in its message is left out.')
  }
  if (blocks.length === 0) return false
  add(state, 'assistant', isLast ? withPoint(blocks, fields) : blocks)
  if (pairs.length === 0) return true
  const results = pairs.flatMap((pair, number) => {
    const { index, part } = pair.answer
    return encodeResult(at(state, 'messages', index, part), pair, ids[number] ?? '')
  })
  add(at(state, 'messages', pairs.at(-1)?.answer.index ?? state.index), 'user', results)
  return true
}

/**
 * Adds blocks. "A conversation must alternate between user and assistant roles", and "must start with a user message" (400,
 * langchain-ai/langchain-aws#192, langgenius/dify#12340): blocks of one role join the message before, or a marked message of
 * the other role stands between.
 */
function add(state: BedrockState, role: 'user' | 'assistant', blocks: BedrockBlock[]): void {
  const { messages, points } = state.run
  const last = messages.at(-1)
  const isResult = (block: BedrockBlock | undefined): boolean => block !== undefined && 'toolResult' in block
  if (last === undefined && role === 'assistant') {
    mend(state, 'alternation', 'A marked message of the user stands before it, so that the user speaks first.')
    messages.push({ role: 'user', content: [{ text: missingUserText }] })
  }
  if (last?.role === role && state.base.options.mergeConsecutive !== false) {
    if (!isResult(last.content.at(-1))) mend(state, 'merged', `Joined to the ${role} message before it.`)
    last.content.push(...blocks)
  } else {
    if (last?.role === role) {
      const text = role === 'user' ? missingAssistantText : missingReplyText
      mend(state, 'alternation', 'A marked message stands before it, so that roles alternate.')
      messages.push({ role: role === 'user' ? 'assistant' : 'user', content: [{ text }] })
    }
    messages.push({ role, content: [...blocks] })
  }
  if (points.left > 0 && points.wanted.includes(state.index)) {
    messages.at(-1)?.content.push(cachePoint)
    points.left--
  }
}

/**
 * The end of the conversation: "final assistant content cannot end with trailing whitespace" (langchain-ai/langchain-aws#599),
 * and "This model does not support assistant message prefill" (NousResearch/hermes-agent#101401), both 400.
 */
function endConversation(state: BedrockState): void {
  const { messages } = state.run
  const last = messages.at(-1)
  if (last === undefined) {
    mend(state, 'alternation', 'A marked message of the user stands in place of a conversation.')
    messages.push({ role: 'user', content: [{ text: missingUserText }] })
    return
  }
  if (last.role !== 'assistant') return
  if (refusesPrefill(state.base.model)) {
    mend(
      state,
      'alternation',
      `A marked user message follows the last message, since ${state.base.model} does not go on with it.`,
    )
    messages.push({ role: 'user', content: [{ text: goOnText }] })
    return
  }
  const block = last.content.at(-1)
  if (block === undefined || !('text' in block) || block.text.trimEnd() === block.text) return
  mend(state, 'empty-text', 'Spaces at the end of the last message, which the model goes on with, are left out.')
  last.content[last.content.length - 1] = { text: block.text.trimEnd() }
}

/** Leaves out the first of too many cache points: each later one holds everything before it. */
function limitPoints(state: BedrockState, lists: readonly object[][]): void {
  let over = lists.flat().filter((block) => 'cachePoint' in block).length - maxCachePoints
  if (over > 0)
    lose(state, 'cache', `Bedrock takes at most ${maxCachePoints} cache points: the first ${over} are left out.`)
  for (const list of lists) {
    for (let index = 0; index < list.length && over > 0; ) {
      if (!('cachePoint' in (list[index] as object))) index++
      else {
        list.splice(index, 1)
        over--
      }
    }
  }
}

/** A request of Bedrock Converse, and what became of the context on the way. */
export type BedrockConverseEncoding = Encoding<BedrockConverseRequest>

/**
 * Writes a context as a request of Amazon Bedrock's Converse, and says what the request does not carry.
 *
 * The request never breaks a rule of level `error` in `validateBedrockConverse`, a missing model apart.
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
 * Writes a context as the input of `ConverseCommand`. What the format cannot carry goes to `options.onLoss`.
 *
 * @throws LamellaError as `encodeBedrockConverse`
 * @example
 * await client.send(new ConverseCommand(toBedrockConverse(context, { model: 'amazon.nova-pro-v1:0', bytes: 'binary' })))
 */
export function toBedrockConverse(context: WireContext, asked?: BedrockConverseOptions): BedrockConverseRequest {
  return encodeBedrockConverse(context, asked).request
}
