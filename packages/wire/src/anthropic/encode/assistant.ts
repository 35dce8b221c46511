import type { ReasoningPart, TextPart } from '@lamella/core'
import type { Answer } from '../../kit/format.ts'
import { type AssistantWriters, plainTextOf, writeParts } from '../../kit/write-parts.ts'
import { objectInput } from '../../shared/call-input.ts'
import { cleanJson } from '../../shared/json.ts'
import { cleanText, lose } from '../../shared/ledger.ts'
import { withCallsLast } from '../../shared/segments.ts'
import { whyStale } from '../../shared/stale-thinking.ts'
import { loseToolExtras } from '../../shared/tool-extras.ts'
import type { PairedCall, PlacedCall } from '../../shared/tool-pairs.ts'
import type { AssistantTurn } from '../../shared/turns.ts'
import { wantsReasoning } from '../../shared/wants-reasoning.ts'
import type { AnthropicToolUseBlock } from '../block-types.ts'
import { askLastMark, askMark, controlOf } from '../cache/marks.ts'
import { markMessageStart } from '../cache/plan.ts'
import { bindsThinking } from '../models.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, readFields, withExtra } from '../provider-fields.ts'
import { isForAssistant, rawBlockOf } from '../raw-block.ts'
import { addMessage, addResults, type DraftBlock, textBlock } from './drafts.ts'
import { callerOf, encodeServerCall, encodeServerResult } from './server-block.ts'
import type { AnthropicState, AnthropicTurn } from './state.ts'
import { encodeResult } from './tool-result.ts'
import { encodeString, partText } from './user.ts'

const ofMessage: AnthropicKeys = [...ofMark, 'extra']
const ofToolMessage: AnthropicKeys = [...ofMark]
const none: readonly DraftBlock[] = []

/** Returns the fields of the assistant message itself. */
export function openAssistant(state: AnthropicState, { message, toolExtras }: AssistantTurn): AnthropicTurn {
  const { drafts, plan } = state.run
  if (plan !== undefined) markMessageStart(plan.places, drafts, state.index)
  const fields = readFields(state, message.providerOptions, ofMessage)
  const results = toolExtras.length === 0 ? undefined : []
  return { extra: fields.extra, control: controlOf(state, fields), blocks: none, results }
}

/**
 * Adds one assistant message, and the results of its calls at the start of the next user message, in the order of the
 * calls.
 */
export function encodeAnswer(state: AnthropicState, answer: Answer, turn: AnthropicTurn): boolean {
  const { pairs, ids, isLast } = answer
  const { drafts, plan } = state.run
  const plain = turn.control === undefined ? plainTextOf(answer) : undefined
  if (plain !== undefined) return addPlainText(state, plain, turn)
  const blocks = encodeParts(state, answer)
  if (blocks.length === 0) return false
  turn.blocks = blocks
  // The fields of the message appear once, on its last piece.
  addMessage(state, { role: 'assistant', content: blocks, extra: isLast ? turn.extra : undefined })
  if (pairs.length === 0) return true
  const results: DraftBlock[] = []
  addResults(state, results)
  for (let number = 0; number < pairs.length; number++) {
    const { answer: placed } = pairs[number] as PairedCall
    if (plan !== undefined) markMessageStart(plan.places, drafts, placed.index)
    const block = encodeResult(state, placed, ids[number] ?? '')
    results.push(block)
    turn.results?.push({ index: placed.index, part: placed.part, block })
  }
  const last = drafts.at(-1)
  if (last !== undefined) last.index = pairs.at(-1)?.answer.index ?? last.index
  return true
}

/** Adds a text-only message, which needs no blocks. */
function addPlainText(state: AnthropicState, { text }: TextPart, { extra }: AnthropicTurn): boolean {
  const content = encodeString(state, text)
  if (content === '') return false
  addMessage(state, { role: 'assistant', content, extra })
  return true
}

/**
 * Adds marks that apply to the whole message, and the extra fields of tool messages: a mark goes on their last result.
 */
export function closeAssistant(
  state: AnthropicState,
  turn: AssistantTurn,
  { blocks, control, results }: AnthropicTurn,
): boolean {
  askLastMark(state, blocks, control)
  loseToolExtras(state, turn, (here, options) => {
    const own = (results ?? []).filter(({ index }) => index === here.index)
    const last = own.toSorted((one, other) => one.part - other.part).at(-1)
    askLastMark(here, last === undefined ? [] : [last.block], controlOf(here, readFields(here, options, ofToolMessage)))
  })
  return false
}

const ofText: AnthropicKeys = [...ofMark, 'citations', 'block', 'type', 'signature', 'extra']
const ofReasoning: AnthropicKeys = [...ofMark, 'signature', 'redactedData', 'extra']

/** Returns the blocks of an assistant message. Reports everything that the format does not support. */
function encodeParts(state: AnthropicState, answer: Pick<Answer, 'parts' | 'ids'>): DraftBlock[] {
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
 * Encodes thinking unchanged. The API rejects it without Anthropic's signature, so another model's thinking is dropped, unless the
 * request goes to a model that wants it.
 */
function encodeReasoning(state: AnthropicState, part: ReasoningPart): DraftBlock | undefined {
  const fields = readFields(state, part.providerOptions, ofReasoning)
  if (controlOf(state, fields) !== undefined) lose(state, 'cache', 'Thinking cannot carry a cache mark.')
  const stale = whyStale(part, state.index, state.run.images)
  if (stale !== undefined && bindsThinking(state.base.model) && !state.run.sendsStale)
    return void lose(state, 'reasoning', stale)
  const plain = thinkingBlock(state, part, fields)
  if (plain === undefined)
    return void lose(state, 'reasoning', 'Anthropic accepts thinking only with its own signature.')
  const block = withExtra(state, plain, fields.extra)
  state.run.origins.set(block, { index: state.index, part: state.part })
  return block
}

function thinkingBlock(state: AnthropicState, part: ReasoningPart, fields: AnthropicFields): DraftBlock | undefined {
  const { signature, redactedData } = fields
  if (isText(signature) || (!isText(redactedData) && wantsReasoning(state.base.model))) {
    const thinking = cleanText(state, part.text)
    return { type: 'thinking', thinking, signature: isText(signature) ? cleanText(state, signature) : '' } as DraftBlock
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

const ofCall: AnthropicKeys = [...ofMark, 'caller', 'extra']

/** Encodes one call of an assistant message, with its assigned id. */
function encodeCall(state: AnthropicState, { call }: PlacedCall, id: string): AnthropicToolUseBlock {
  const name = state.base.names.toWire(state, call.toolName)
  // "Input should be a valid dictionary" (400, anthropics/anthropic-sdk-typescript#648).
  const input = state.base.fields.toWire(name, objectInput(state, call.input))
  const plain: AnthropicToolUseBlock = { type: 'tool_use', id, name, input }
  if (call.providerOptions === undefined) return plain
  const fields = readFields(state, call.providerOptions, ofCall)
  const block = withExtra(state, { ...plain, ...callerOf(fields) }, fields.extra)
  askMark(state, block, controlOf(state, fields))
  return block
}
