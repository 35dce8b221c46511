import { goOnText, missingUserText } from '../../messages/ensure-alternating.ts'
import { lose, mend } from '../../shared/ledger.ts'
import type { AnthropicTextBlock } from '../block-types.ts'
import { isThinking, prefillProblem } from '../conversation.ts'
import { withExtra } from '../provider-fields.ts'
import type { AnthropicMessage, AnthropicThinking } from '../types.ts'
import type { Draft, DraftBlock } from './drafts.ts'
import { moveTo, settleDrafts } from './settle.ts'
import type { EncodeState } from './state.ts'

/** Makes the messages ones that the API takes together: see `settleDrafts`, and how they begin and end. */
export function finishDrafts(state: EncodeState, thinking: AnthropicThinking | undefined, alternate: boolean): void {
  settleDrafts(state)
  dropFinalThinking(state, thinking)
  endWithUser(state, thinking)
  trimFinalText(state)
  if (alternate) beginWithUser(state)
}

/**
 * Adds a marked user message after a last assistant message that the model does not continue. Nothing is removed,
 * and the model answers instead of refusing, as other libraries have it (aws-samples/bedrock-access-gateway#219,
 * hua-bang/pulse-agent#354).
 */
function endWithUser(state: EncodeState, thinking: AnthropicThinking | undefined): void {
  const last = state.drafts.at(-1)
  const problem = prefillProblem(state.drafts, { model: state.model, thinking })
  if (last === undefined || problem === undefined) return
  state.index = last.index
  mend(state, 'alternation', `A marked user message follows the last message, which is the assistant's: ${problem}.`)
  state.drafts.push(usersDraft(goOnText, last.index))
  // The assistant's turn is over now, and what waited in it for its result waits in vain.
  settleDrafts(state)
}

function usersDraft(content: string, index: number): Draft {
  return { role: 'user', content, index, resultsOnly: false, wasSystem: false, extra: undefined }
}

/** The messages as they are sent: one text alone as a string. */
export function writeMessages(state: EncodeState): AnthropicMessage[] {
  state.list = 'messages'
  state.part = -1
  return state.drafts.map((draft) => {
    const { role, extra } = draft
    const message = { role, content: writeContent(draft) } as AnthropicMessage
    if (extra === undefined) return message
    state.index = draft.index
    return withExtra(state, message, extra)
  })
}

function writeContent({ content }: Draft): string | DraftBlock[] {
  const [first] = content
  if (typeof content === 'string' || content.length > 1 || first === undefined || typeof first === 'string')
    return content
  return first.type === 'text' && Object.keys(first).length === 2 ? (first as AnthropicTextBlock).text : content
}

/**
 * "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`" (400,
 * tailcallhq/forgecode#1853).
 */
function dropFinalThinking(state: EncodeState, thinking: AnthropicThinking | undefined): void {
  const last = state.drafts.at(-1)
  if (thinking?.type !== 'disabled' || last?.role !== 'assistant' || typeof last.content === 'string') return
  for (const block of last.content.filter(isThinking)) {
    moveTo(state, block)
    lose(state, 'reasoning', 'Thinking in the last message is left out, since thinking is off.')
  }
  state.part = -1
  // Never all of them: thinking alone was left out before.
  last.content = last.content.filter((block) => !isThinking(block))
}

/** "final assistant content cannot end with trailing whitespace" (400, AN-FINAL-WS). */
function trimFinalText(state: EncodeState): void {
  const last = state.drafts.at(-1)
  if (last?.role !== 'assistant') return
  const block = typeof last.content === 'string' ? undefined : last.content.at(-1)
  const text =
    typeof last.content === 'string' ? last.content : (block as Partial<AnthropicTextBlock> | undefined)?.text
  if (text === undefined || (block !== undefined && block.type !== 'text')) return
  const trimmed = text.trimEnd()
  if (trimmed === text) return
  state.index = last.index
  mend(state, 'empty-text', 'Spaces at the end of the last message, which the model goes on with, are left out.')
  if (block === undefined) last.content = trimmed
  else Object.assign(block, { text: trimmed })
}

function beginWithUser(state: EncodeState): void {
  const first = state.drafts.findIndex(({ role }) => role !== 'system')
  const draft = state.drafts[first]
  if (draft?.role !== 'assistant') return
  state.index = draft.index
  mend(state, 'alternation', 'A marked message of the user stands before it, so that the user speaks first.')
  state.drafts.splice(first, 0, usersDraft(missingUserText, draft.index))
}
