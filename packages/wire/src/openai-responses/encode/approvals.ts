import { cleanText, lose } from '../../shared/ledger.ts'
import { type AssistantTurn, isForProvider } from '../../shared/turns.ts'
import { isItemId } from '../item-types.ts'
import type { OpenAIResponsesApproval, OpenAIResponsesItem } from '../items.ts'
import { readFields } from '../provider-fields.ts'
import type { EncodeState } from './state.ts'

/** Writes what tool messages hold beside results: a person's word for a tool of an MCP server that the provider calls. */
export function writeApprovals(state: EncodeState, { aside }: AssistantTurn, out: OpenAIResponsesItem[]): void {
  for (const { index, message } of aside) {
    state.index = index
    state.part = -1
    if (message.providerOptions !== undefined) readFields(state, message.providerOptions, [])
    for (const [part, response] of message.content.entries()) {
      if (response.type !== 'tool-approval-response' || !isForProvider(response)) continue
      state.part = part
      const { approvalId, approved, reason } = response
      if (!isAsked(state, approvalId, out)) continue
      const wire: OpenAIResponsesApproval = {
        type: 'mcp_approval_response',
        approval_request_id: approvalId,
        approve: approved,
      }
      out.push(reason === undefined || reason === '' ? wire : { ...wire, reason: cleanText(state, reason) })
    }
    state.part = -1
  }
}

/**
 * Whether the API knows what the person was asked, which is said here where it only keeps it: the request for approval
 * is in the input, is held with the rest of the conversation, or is kept by its id.
 */
function isAsked(state: EncodeState, id: string, out: OpenAIResponsesItem[]): boolean {
  const before = state.approvals.get(id) ?? 0
  state.approvals.set(id, before + 1)
  if (before > 0) {
    lose(state, 'provider-executed', 'A second word about one request for approval is left out.')
    return false
  }
  if (state.itemIds.has(id) || (state.continues && isItemId(id, ''))) return true
  if (!state.stored || !isItemId(id, '') || !id.startsWith('mcpr')) {
    lose(state, 'provider-executed', 'An approval whose request is not in the conversation is left out.')
    return false
  }
  state.itemIds.add(id)
  state.holds = true
  out.push({ type: 'item_reference', id })
  return true
}
