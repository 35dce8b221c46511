import { missingAssistantText } from '../../messages/ensure-alternating.ts'
import { at, lose, mend } from '../../shared/ledger.ts'
import { allowsSystemAfter, endsTurn, isThinking, listOfBlocks, typeOf } from '../conversation.ts'
import { isRawBlock, isServerCall, isServerResult } from '../raw-block.ts'
import { type Draft, type DraftBlock, isJoined, joinDraft, newDraft } from './drafts.ts'
import type { AnthropicState } from './state.ts'
import { sentAsUser } from './system-message.ts'

/**
 * Fixes problems that show only in the whole conversation: system messages in places where the API allows none, server tool
 * calls and results that lost their counterpart, thinking at the end of a message. One fix can cause the next problem,
 * so this repeats until nothing is left to fix.
 */
export function settleDrafts(state: AnthropicState): void {
  // Conversations rarely contain any of this.
  const hasSystem = state.run.drafts.some(({ role }) => role === 'system')
  const mayLose = state.run.origins.size > 0
  if (!hasSystem && !mayLose) return
  let isSettled = false
  while (!isSettled) {
    const moved = hasSystem && demoteSystem(state)
    const gone = mayLose && dropBlocks(state)
    if (moved || gone) joinDrafts(state)
    isSettled = !moved && !gone
  }
}

/**
 * Turns misplaced system messages into user messages; consecutive ones are judged together. Where the user speaks again
 * after an update of a run, without an answer in between, a marked answer takes its place: the update was sent as a system
 * message before, and stays one.
 */
function demoteSystem(state: AnthropicState): boolean {
  const { drafts } = state.run
  let hasMoved = false
  for (let start = 0; start < drafts.length; start++) {
    if (drafts[start]?.role !== 'system') continue
    let end = start + 1
    while (drafts[end]?.role === 'system') end++
    const mayStart = allowsSystemAfter(drafts[start - 1])
    const next = drafts[end]
    if (mayStart && next?.role === 'user' && drafts.slice(start, end).every(({ isUpdate }) => isUpdate)) {
      const what = 'A marked assistant message is added before it, since a system message must precede one.'
      mend(at(state, 'messages', next.index), 'alternation', what)
      drafts.splice(end, 0, newDraft('assistant', missingAssistantText, next.index))
      start = end
      continue
    }
    const isRight = mayStart && next?.role !== 'user'
    for (const draft of isRight ? [] : drafts.slice(start, end)) {
      // A message that only sets the effort has no content and is allowed anywhere.
      if (draft.content.length === 0) continue
      demote(state, draft)
      hasMoved = true
    }
    start = end
  }
  return hasMoved
}

function demote(messages: AnthropicState, draft: Draft): void {
  const state = at(messages, 'messages', draft.index)
  draft.role = 'user'
  lose(state, 'system-role', sentAsUser)
  if (draft.extra !== undefined) lose(state, 'provider-options', 'User text cannot have these fields.')
  draft.extra = undefined
  if (typeof draft.content === 'string') return
  const texts = draft.content.filter(({ type }) => type === 'text')
  if (texts.length < draft.content.length) {
    lose(state, 'provider-options', 'Tools can be added and removed only in a system message in an allowed place.')
  }
  draft.content = texts
}

/** Drops blocks that the API rejects at their position. */
function dropBlocks(state: AnthropicState): boolean {
  const gone = openServerBlocks(state.run.drafts)
  for (const block of gone) {
    const place = placeOf(state, block)
    if (typeOf(block).endsWith('_tool_result')) {
      mend(place, 'tool-pair', 'A server tool result without its call is dropped.')
    } else lose(place, 'provider-executed', 'A server tool call without its result is dropped.')
  }
  for (const { role, content } of state.run.drafts) {
    if (role !== 'assistant' || typeof content === 'string') continue
    // "The final block in an assistant message cannot be `thinking`" (400, tailcallhq/forgecode#2107).
    for (let at = content.length - 1; at >= 0; at--) {
      const block = content[at] as DraftBlock
      if (gone.has(block)) continue
      if (!isThinking(block)) break
      gone.add(block)
      lose(placeOf(state, block), 'reasoning', 'Thinking at the end of its message is dropped.')
    }
  }
  if (gone.size === 0) return false
  for (const draft of state.run.drafts) {
    if (typeof draft.content !== 'string') draft.content = draft.content.filter((block) => !gone.has(block))
  }
  return true
}

export function placeOf(state: AnthropicState, block: DraftBlock): AnthropicState {
  const origin = state.run.origins.get(block)
  return origin === undefined ? state : at(state, 'messages', origin.index, origin.part)
}

/** Merges messages that have become adjacent, and drops those that have become empty. */
export function joinDrafts(state: AnthropicState): void {
  const all = state.run.drafts.splice(0)
  for (const draft of all) {
    const isEmpty = draft.content.length === 0 && draft.role !== 'system'
    if (isEmpty) {
      const place = at(state, 'messages', draft.index)
      mend(place, 'empty-message', 'A message without any content left is dropped.')
      continue
    }
    const last = state.run.drafts.at(-1)
    if (last !== undefined && isJoined(state.run, last, draft)) joinDraft(state, last, draft)
    else state.run.drafts.push(draft)
  }
}

/**
 * Returns server tool calls without a result in a finished turn, and results without an earlier call in their turn. An
 * unfinished turn may still get results: Anthropic runs some tools while it waits for others.
 *
 * Source: AN-SERVER-TOOL.
 */
function openServerBlocks(drafts: readonly Draft[]): Set<DraftBlock> {
  const gone = new Set<DraftBlock>()
  let open = new Map<unknown, DraftBlock>()
  for (const draft of drafts) {
    if (endsTurn(draft)) {
      for (const call of open.values()) gone.add(call)
      open = new Map()
    }
    if (draft.role !== 'assistant') continue
    for (const block of listOfBlocks(draft) as readonly DraftBlock[]) {
      const raw: unknown = block
      if (!isRawBlock(raw)) continue
      if (isServerCall(raw)) open.set(raw['id'], block)
      else if (isServerResult(raw) && !open.delete(raw['tool_use_id'])) gone.add(block)
    }
  }
  return gone
}
