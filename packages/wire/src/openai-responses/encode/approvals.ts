import { at, cleanText, lose } from '../../shared/ledger.ts'
import { type AssistantTurn, isForProvider } from '../../shared/turns.ts'
import { isItemId } from '../item-types.ts'
import type { OpenAIResponsesApproval } from '../items.ts'
import { readFields } from '../provider-fields.ts'
import type { ResponsesState } from './state.ts'

/** Writes what tool messages hold besides results: approval responses for provider-executed MCP tools. */
export function writeApprovals(turn: ResponsesState, { toolExtras }: AssistantTurn): void {
  for (const { index, message } of toolExtras) {
    if (message.providerOptions !== undefined) readFields(at(turn, 'messages', index), message.providerOptions, [])
    for (const [part, response] of message.content.entries()) {
      if (response.type !== 'tool-approval-response' || !isForProvider(response)) continue
      const state = at(turn, 'messages', index, part)
      const { approvalId, approved, reason } = response
      if (!isRequested(state, approvalId)) continue
      const wire: OpenAIResponsesApproval = {
        type: 'mcp_approval_response',
        approval_request_id: approvalId,
        approve: approved,
      }
      state.run.input.push(reason === undefined || reason === '' ? wire : { ...wire, reason: cleanText(state, reason) })
    }
  }
}

/**
 * Whether the API knows the approval request: it is in the input, stored with the rest of the conversation, or stored
 * by its id. In the last case, adds a reference to the input.
 */
function isRequested(state: ResponsesState, id: string): boolean {
  const { approvals, itemIds, continues, stored, inputFacts, input } = state.run
  const before = approvals.get(id) ?? 0
  approvals.set(id, before + 1)
  if (before > 0) {
    lose(state, 'provider-executed', 'A second response to the same approval request is left out.')
    return false
  }
  if (itemIds.has(id) || (continues && isItemId(id, ''))) return true
  if (!stored || !isItemId(id, '') || !id.startsWith('mcpr')) {
    lose(state, 'provider-executed', 'An approval whose request is not in the conversation is left out.')
    return false
  }
  itemIds.add(id)
  inputFacts.holds = true
  input.push({ type: 'item_reference', id })
  return true
}
