import type { TextPart } from '@lamella/core'
import type { Answer } from '../../kit/format.ts'
import { plainTextOf } from '../../kit/plain-text.ts'
import { loseToolExtras } from '../../shared/tool-extras.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import type { AssistantTurn } from '../../shared/turns.ts'
import { askLastMark, controlOf } from '../cache/marks.ts'
import { markMessageStart } from '../cache/message-places.ts'
import { type AnthropicKeys, ofMark, readFields } from '../provider-fields.ts'
import { encodeParts } from './assistant-parts.ts'
import { addMessage, addResults, type DraftBlock } from './drafts.ts'
import type { AnthropicState, AnthropicTurn } from './state.ts'
import { encodeResult } from './tool-result.ts'
import { encodeString } from './user.ts'

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
