import { bindsThinking, refusesPrefill } from '../anthropic/models.ts'
import type { Answer } from '../kit/format.ts'
import { type AssistantWriters, writeParts } from '../kit/write-parts.ts'
import {
  continueText,
  missingAssistantText,
  missingReplyText,
  missingUserText,
} from '../messages/ensure-alternating.ts'
import { objectInput } from '../shared/call-input.ts'
import { at, cleanText, lose, mend } from '../shared/ledger.ts'
import { withCallsLast } from '../shared/segments.ts'
import { foreignThinking, whyStale } from '../shared/stale-thinking.ts'
import { bytesFor, encodeResult, encodeText, withPoint } from './content.ts'
import {
  type BedrockConverseFields,
  type BedrockKeys,
  type BedrockState,
  cachePoint,
  isOfAnotherVendor,
  isOfOpenAI,
  keepsToolsApart,
  ofMessage,
  readFields,
  title,
} from './fields.ts'
import type { BedrockBlock, BedrockJson } from './types.ts'

const ofReasoning: BedrockKeys = ['signature', 'redactedData', 'redactedContent', 'cachePoint']

/**
 * How the encrypted reasoning of OpenAI's models begins: `rsn` in base64. They take it back, and no other; Claude refuses it (400),
 * and theirs fails with what Claude has redacted (500). Source: UKGovernmentBEIS/inspect_ai#5299, vercel/ai#18979 and #19062,
 * maximhq/bifrost#6834. Read on 2026-11-30.
 */
const ofOpenAI = 'cnNu'

const writers: AssistantWriters<BedrockState['run'], BedrockState['base'], undefined, readonly BedrockBlock[]> = {
  text: encodeText,
  reasoning: (state, part) => {
    const {
      signature,
      redactedContent,
      redactedData = redactedContent,
    } = readFields(state, part.providerOptions, ofReasoning)
    const stale = bindsThinking(state.base.model) ? whyStale(part, state.index, state.run.images) : undefined
    if (stale !== undefined) return void lose(state, 'reasoning', stale)
    const hidden = typeof redactedData === 'string' && redactedData !== '' ? redactedData : undefined
    const isOpenAI = isOfOpenAI(state.base.model)
    // Source: the adapter of @earendil-works/pi-ai 1.6.0, read on 2026-11-27.
    if (isOfAnotherVendor(state.base.model) && !(isOpenAI && hidden !== undefined))
      return void lose(state, 'reasoning', 'On Bedrock this model takes no such reasoning back.')
    if (hidden !== undefined) {
      if (hidden.startsWith(ofOpenAI) !== isOpenAI) return void lose(state, 'reasoning', foreignThinking)
      return [{ reasoningContent: { redactedContent: bytesFor(state, cleanText(state, hidden)) } }]
    }
    if (typeof signature === 'string' && signature !== '') {
      const reasoningText = { text: cleanText(state, part.text), signature: cleanText(state, signature) }
      return [{ reasoningContent: { reasoningText } }]
    }
    return void lose(state, 'reasoning', 'Bedrock accepts reasoning only with its signature.')
  },
  // "You can only include images and documents if the role is user" (API_runtime_Message.html, 2026-11).
  file: (state, { mediaType, providerOptions }) => {
    readFields(state, providerOptions, [])
    return void lose(state, 'media', `Bedrock supports no file (${mediaType}) in an assistant message.`)
  },
  call: (state, { call }, toolUseId) => {
    const fields = readFields(state, call.providerOptions, ofMessage)
    const name = state.base.names.toWire(state, call.toolName)
    state.run.called.add(name)
    const input = state.base.fields.toWire(name, objectInput(state, call.input)) as BedrockJson
    return withPoint([{ toolUse: { toolUseId, name, input } }], fields)
  },
  native: () => undefined,
}

const isCall = (block: BedrockBlock): boolean => 'toolUse' in block && block.toolUse.type === undefined

const kindOf = (block: BedrockBlock): 'call' | 'text' | undefined =>
  isCall(block) ? 'call' : 'text' in block ? 'text' : undefined

/** Adds an assistant message, and the results of its calls at the start of the next user message. */
export function encodeAnswer(state: BedrockState, answer: Answer, fields: BedrockConverseFields): boolean {
  const { pairs, ids, isLast } = answer
  const blocks = withCallsLast(state, writeParts(state, answer, title, writers, undefined).flat(), kindOf)
  // Other content must follow reasoning: alone or at the end, it is rejected ("The final block ... cannot be
  // thinking").
  while (blocks.length > 0 && 'reasoningContent' in (blocks.at(-1) as BedrockBlock)) {
    blocks.pop()
    lose(state, 'reasoning', 'Reasoning at the end of its message is dropped.')
  }
  if (blocks.length === 0) return false
  const said = keepsToolsApart(state.base.model) && blocks.some(isCall) ? blocks.filter((one) => !isCall(one)) : []
  if (said.length > 0) add(state, 'assistant', said)
  const written = said.length > 0 ? blocks.filter(isCall) : blocks
  add(state, 'assistant', isLast ? withPoint(written, fields) : written)
  if (pairs.length === 0) return true
  const results = pairs.flatMap((pair, number) => {
    const { index, part } = pair.answer
    return encodeResult(at(state, 'messages', index, part), pair, ids[number] ?? '')
  })
  add(at(state, 'messages', pairs.at(-1)?.answer.index ?? state.index), 'user', results)
  return true
}

/**
 * Adds blocks. "A conversation must alternate between user and assistant roles", and "must start with a user message"
 * (400, langchain-ai/langchain-aws#192, langgenius/dify#12340): blocks of the same role are merged into the previous
 * message, or separated from it by a marked message of the other role.
 */
export function add(state: BedrockState, role: 'user' | 'assistant', blocks: BedrockBlock[]): void {
  const { messages, points } = state.run
  const last = messages.at(-1)
  const isResult = (block: BedrockBlock | undefined): boolean => block !== undefined && 'toolResult' in block
  if (last === undefined && role === 'assistant') {
    mend(state, 'alternation', 'A marked user message is added before it, so that the user speaks first.')
    messages.push({ role: 'user', content: [{ text: missingUserText }] })
  }
  const isApart = keepsToolsApart(state.base.model) && last !== undefined && hasTool(last.content) !== hasTool(blocks)
  if (last?.role === role && state.base.options.mergeConsecutive !== false && !isApart) {
    if (!isResult(last.content.at(-1))) mend(state, 'merged', `Merged into the ${role} message before it.`)
    for (const block of blocks) last.content.push(block)
  } else {
    if (last?.role === role) {
      const text = role === 'user' ? missingAssistantText : missingReplyText
      mend(state, 'alternation', 'A marked message is added before it, so that roles alternate.')
      messages.push({ role: role === 'user' ? 'assistant' : 'user', content: [{ text }] })
    }
    messages.push({ role, content: [...blocks] })
  }
  if (points.left > 0 && points.wanted.includes(state.index)) {
    messages.at(-1)?.content.push(cachePoint)
    points.left--
  }
}

function hasTool(blocks: readonly BedrockBlock[]): boolean {
  return blocks.some((block) => 'toolUse' in block || 'toolResult' in block)
}

/**
 * Fixes the end of the conversation: "final assistant content cannot end with trailing whitespace"
 * (langchain-ai/langchain-aws#599), and "This model does not support assistant message prefill"
 * (NousResearch/hermes-agent#101401), both 400.
 */
export function endConversation(state: BedrockState): void {
  const { messages } = state.run
  const last = messages.at(-1)
  if (last === undefined) {
    mend(state, 'alternation', 'A marked user message replaces the missing conversation.')
    messages.push({ role: 'user', content: [{ text: missingUserText }] })
    return
  }
  if (last.role !== 'assistant') return
  if (refusesPrefill(state.base.model)) {
    mend(
      state,
      'alternation',
      `A marked user message is added after the last message, since ${state.base.model} does not continue it.`,
    )
    messages.push({ role: 'user', content: [{ text: continueText }] })
    return
  }
  const block = last.content.at(-1)
  if (block === undefined || !('text' in block) || block.text.trimEnd() === block.text) return
  mend(state, 'empty-text', 'Trailing whitespace in the last message, which the model continues, is removed.')
  last.content[last.content.length - 1] = { text: block.text.trimEnd() }
}
