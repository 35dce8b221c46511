import type { ReasoningPart, TextPart } from '@lamella/core'
import type { Answer } from '../../kit/format.ts'
import { type AssistantWriters, writeParts } from '../../kit/write-parts.ts'
import { withCallsLast } from '../../shared/calls-last.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText, lose } from '../../shared/ledger.ts'
import { isStale, staleThinking } from '../../shared/stale-thinking.ts'
import { askLastMark, controlOf } from '../cache/marks.ts'
import { bindsThinking } from '../models.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import { isForAssistant, rawBlockOf } from '../raw-block.ts'
import { type DraftBlock, textBlock } from './drafts.ts'
import { encodeServerCall, encodeServerResult } from './server-block.ts'
import type { AnthropicState } from './state.ts'
import { encodeCall } from './tool-call.ts'
import { encodeString, partText } from './user.ts'

const ofText: AnthropicKeys = [...ofMark, 'citations', 'block', 'type', 'signature', 'extra']
const ofReasoning: AnthropicKeys = [...ofMark, 'signature', 'redactedData', 'extra']

/** Returns the blocks of an assistant message. Reports everything that the format does not support. */
export function encodeParts(state: AnthropicState, answer: Pick<Answer, 'parts' | 'ids'>): DraftBlock[] {
  // AN-TOOL-USE-LAST.
  return withCallsLast(state, writeParts(state, answer, 'Anthropic', writers, undefined), kindOf)
}

const writers: AssistantWriters<AnthropicState['run'], AnthropicState['base'], undefined, DraftBlock> = {
  text: encodeText,
  reasoning: encodeReasoning,
  // "'image' blocks are not permitted within assistant turns" (400, SEMOSS/Semoss#2323), nor are documents. No marker:
  // the model would treat it as its own words and repeat it.
  file: (state, { mediaType, providerOptions }) => {
    readFields(state, providerOptions, [])
    return void lose(state, 'media', `Anthropic supports no file (${mediaType}) in an assistant message.`)
  },
  call: encodeCall,
  native: (state, part) =>
    part.type === 'tool-call'
      ? encodeServerCall(state, { call: part, part: state.part })
      : encodeServerResult(state, part),
}

function encodeText(state: AnthropicState, part: TextPart): DraftBlock | undefined {
  if (part.providerOptions === undefined) {
    // String content is not a part.
    const text = state.part < 0 ? encodeString(state, part.text) : partText(state, part.text)
    return text === '' ? undefined : textBlock(text)
  }
  const fields = readFields(state, part.providerOptions, ofText)
  const block = rawText(state, part, fields) ?? plainText(state, part, fields)
  askLastMark(state, block === undefined ? [] : [block], controlOf(state, fields))
  return block
}

function plainText(
  state: AnthropicState,
  part: TextPart,
  { citations, extra }: AnthropicFields,
): DraftBlock | undefined {
  const text = partText(state, part.text)
  if (text === '') return undefined
  const plain = textBlock(text)
  const isCited = Array.isArray(citations) && citations.length > 0
  return withExtra(state, isCited ? { ...plain, citations: cleanJson(state, citations) } : plain, extra)
}

/** Encodes a block that only Anthropic has: unchanged, or the summary that the AI SDK calls a compaction. */
function rawText(state: AnthropicState, part: TextPart, fields: AnthropicFields): DraftBlock | undefined {
  const raw = rawBlockOf(state, fields.block, part.text, isForAssistant)
  if (raw !== undefined) return placed(state, raw as unknown as DraftBlock)
  if (fields.type === undefined || part.text === '') return undefined
  if (fields.type !== 'compaction')
    return void lose(state, 'provider-options', `Anthropic has no text type ${fields.type}.`)
  // The AI SDK has no field for the signature yet (vercel/ai#21263, 2026-11-23); it is read where its reasoning has one.
  const { signature } = fields
  const block = { type: 'compaction', content: cleanText(state, part.text), ...(isText(signature) && { signature }) }
  return placed(state, withExtra(state, block, fields.extra))
}

/** Returns the block, with its origin for the steps that see the whole conversation. */
function placed(state: AnthropicState, block: DraftBlock): DraftBlock {
  if (block.type === 'compaction') state.run.origins.set(block, { index: state.index, part: state.part })
  return block
}

/**
 * Encodes thinking unchanged. The API rejects it without Anthropic's signature, so another model's thinking is dropped.
 */
function encodeReasoning(state: AnthropicState, part: ReasoningPart): DraftBlock | undefined {
  const fields = readFields(state, part.providerOptions, ofReasoning)
  if (controlOf(state, fields) !== undefined) lose(state, 'cache', 'Thinking cannot carry a cache mark.')
  if (isStale(part) && bindsThinking(state.base.model) && !state.run.sendsStale)
    return void lose(state, 'reasoning', staleThinking)
  const plain = thinkingBlock(state, part, fields)
  if (plain === undefined)
    return void lose(state, 'reasoning', 'Anthropic accepts thinking only with its own signature.')
  const block = withExtra(state, plain, fields.extra)
  state.run.origins.set(block, { index: state.index, part: state.part })
  return block
}

function thinkingBlock(state: AnthropicState, part: ReasoningPart, fields: AnthropicFields): DraftBlock | undefined {
  const { signature, redactedData } = fields
  if (isText(signature)) {
    const thinking = cleanText(state, part.text)
    return { type: 'thinking', thinking, signature: cleanText(state, signature) } as DraftBlock
  }
  return isText(redactedData)
    ? ({ type: 'redacted_thinking', data: cleanText(state, redactedData) } as DraftBlock)
    : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function kindOf({ type }: DraftBlock): 'call' | 'text' | undefined {
  if (type === 'tool_use') return 'call'
  // A summary may have to be sent as text.
  return type === 'text' || type === 'compaction' ? 'text' : undefined
}
