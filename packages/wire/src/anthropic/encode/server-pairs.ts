import { endsTurn, listOfBlocks } from '../conversation.ts'
import { isRawBlock, isServerCall, isServerResult } from '../raw-block.ts'
import type { Draft, DraftBlock } from './drafts.ts'

/**
 * Returns server tool calls without a result in a finished turn, and results without an earlier call in their turn. An
 * unfinished turn may still get results: Anthropic runs some tools while it waits for others.
 *
 * Source: AN-SERVER-TOOL.
 */
export function openServerBlocks(drafts: readonly Draft[]): Set<DraftBlock> {
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
