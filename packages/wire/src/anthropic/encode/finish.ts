import { continueText, missingUserText } from '../../messages/ensure-alternating.ts'
import { at, lose, mend } from '../../shared/ledger.ts'
import { wantsReasoning } from '../../shared/wants-reasoning.ts'
import type { AnthropicTextBlock } from '../block-types.ts'
import { isThinking, listOfBlocks, prefillProblem, typeOf } from '../conversation.ts'
import { withExtra } from '../provider-fields.ts'
import type { AnthropicMessage, AnthropicThinking } from '../types.ts'
import { compactionOf } from './compaction-request.ts'
import { type Draft, type DraftBlock, newDraft } from './drafts.ts'
import { placeOf, settleDrafts } from './settle.ts'
import type { AnthropicState } from './state.ts'
import { settleSummaries } from './summary-block.ts'

/** Makes the messages valid as a conversation: see `settleDrafts`; also fixes the first and the last message. */
export function finishDrafts(state: AnthropicState, thinking: AnthropicThinking | undefined): void {
  const { mergeConsecutive = true, ensureAlternating = mergeConsecutive } = state.base.options
  settleDrafts(state)
  settleSummaries(state)
  // A summary covers what is sent, and what follows is bound to it: nothing may be added or removed at the end. Whether the
  // API accepts white space there is not documented (2026-11-23).
  if (compactionOf(state.base.options.compaction) === undefined) {
    dropFinalThinking(state, thinking)
    endWithUser(state, thinking)
    trimFinalText(state)
  }
  if (ensureAlternating) beginWithUser(state)
}

/**
 * Adds a marked user message after a final assistant message that the model does not continue. Nothing is removed, and
 * the model answers instead of rejecting the request, as in other libraries (aws-samples/bedrock-access-gateway#219,
 * hua-bang/pulse-agent#354).
 */
function endWithUser(state: AnthropicState, thinking: AnthropicThinking | undefined): void {
  const last = state.run.drafts.at(-1)
  const problem = prefillProblem(state.run.drafts, { model: state.base.model, thinking })
  if (last === undefined || problem === undefined) return
  const why = `A marked user message is added after the last message, which is from the assistant: ${problem}.`
  mend(at(state, 'messages', last.index), 'alternation', why)
  state.run.drafts.push(newDraft('user', continueText, last.index))
  // The assistant's turn is over now, so its pending server calls will never get a result.
  settleDrafts(state)
}

/** Returns the messages as they are sent: a single text as a string. */
export function writeMessages(state: AnthropicState): AnthropicMessage[] {
  const isWanted = wantsReasoning(state.base.model) && state.run.fields.thinking?.type !== 'disabled'
  return state.run.drafts.map((draft) => {
    const { role, extra } = draft
    const content = isWanted && role === 'assistant' ? withThinking(draft) : writeContent(draft)
    const message = { role, content } as AnthropicMessage
    if (extra === undefined) return message
    return withExtra(at(state, 'messages', draft.index), message, extra)
  })
}

/** Models that want thinking back take an empty one for an answer without. */
function withThinking({ content }: Draft): DraftBlock[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return blocks.some(isThinking) ? blocks : [{ type: 'thinking', thinking: '', signature: '' } as DraftBlock, ...blocks]
}

function writeContent({ content }: Draft): string | DraftBlock[] {
  const [first] = content
  if (typeof content === 'string' || content.length > 1 || first === undefined || typeof first === 'string')
    return content
  return first.type === 'text' && Object.keys(first).length === 2 ? (first as AnthropicTextBlock).text : content
}

/**
 * Drops thinking from the last message: "When thinking is disabled, an `assistant` message in the final position cannot
 * contain `thinking`" (400, tailcallhq/forgecode#1853).
 */
function dropFinalThinking(state: AnthropicState, thinking: AnthropicThinking | undefined): void {
  const last = state.run.drafts.at(-1)
  if (thinking?.type !== 'disabled' || last?.role !== 'assistant' || typeof last.content === 'string') return
  for (const block of last.content.filter(isThinking)) {
    lose(placeOf(state, block), 'reasoning', 'Thinking in the last message is dropped, since thinking is off.')
  }
  // Never drops all blocks: messages with only thinking were dropped before.
  last.content = last.content.filter((block) => !isThinking(block))
}

/** Trims the last message: "final assistant content cannot end with trailing whitespace" (400, AN-FINAL-WS). */
function trimFinalText(state: AnthropicState): void {
  const last = state.run.drafts.at(-1)
  if (last?.role !== 'assistant') return
  const block = typeof last.content === 'string' ? undefined : last.content.at(-1)
  const text =
    typeof last.content === 'string' ? last.content : (block as Partial<AnthropicTextBlock> | undefined)?.text
  if (text === undefined || (block !== undefined && block.type !== 'text')) return
  const trimmed = text.trimEnd()
  if (trimmed === text) return
  const what = 'Trailing whitespace in the last message, which the model continues, is removed.'
  mend(at(state, 'messages', last.index), 'empty-text', what)
  if (block === undefined) last.content = trimmed
  else Object.assign(block, { text: trimmed })
}

function beginWithUser(state: AnthropicState): void {
  const first = state.run.drafts.findIndex(({ role }) => role !== 'system')
  const draft = state.run.drafts[first]
  if (draft?.role !== 'assistant' || typeOf(listOfBlocks(draft)[0]) === 'compaction') return
  const what = 'A marked user message is added before it, so that the user speaks first.'
  mend(at(state, 'messages', draft.index), 'alternation', what)
  state.run.drafts.splice(first, 0, newDraft('user', missingUserText, draft.index))
}
