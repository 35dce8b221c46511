import type { ProviderOptions, ToolCallPart } from '@lamella/core'
import { type AssistantTurn, noPairs } from '../../shared/turns.ts'
import { idPrefixes, isItemId } from '../item-types.ts'
import { canBeSent, recordedCall } from './recorded.ts'
import type { NativeParts, ProviderRun, ResponsesState } from './state.ts'

// Id prefixes of the API's own tool items. The AI SDK uses these ids as call ids.
const itemName = /^(?:ws|fs|ci|ig|mcp|mcpr|cu|tsc|tso|sh|cm)_[0-9a-zA-Z]{16,64}$/

const nothingRun: NativeParts = new Map()

/**
 * Returns the provider-executed parts of an assistant message that this format can write itself: items that were kept
 * whole and, if the API stores items, the ids in AI SDK histories.
 */
export function providerRunParts(state: ResponsesState, turn: AssistantTurn): NativeParts {
  if (turn.inline === noPairs) return nothingRun
  const native = new Map<number, ProviderRun>()
  const { pairs, open, orphans } = turn.inline
  const approvals = approvalIds(turn)
  for (const { call, part, answer } of pairs) {
    const ofResult = itemIdOf(answer.result.providerOptions)
    const run = runOf(state, call, approvals.get(call.toolCallId) ?? ofResult, state.run.inputFacts.holds)
    if (run === undefined) continue
    native.set(part, run)
    const isOther = run.kind === 'reference' && ofResult !== undefined && ofResult !== run.id
    native.set(answer.part, isOther ? { kind: 'reference', id: ofResult } : { kind: 'part of its call' })
  }
  // A reference may still be left out as a duplicate: `nextItem` checks what follows it again.
  let holds = state.run.inputFacts.holds
  for (const { call, part } of open) {
    const run = runOf(state, call, approvals.get(call.toolCallId), holds)
    if (run === undefined) continue
    native.set(part, run)
    holds ||= isReference(run)
  }
  for (const { result, part } of orphans) {
    const id = itemIdOf(result.providerOptions)
    if (state.run.stored && id !== undefined) native.set(part, { kind: 'reference', id })
  }
  return native
}

/** Whether a part is sent as a reference to an item that the API stores. */
export function isReference(run: ProviderRun): boolean {
  if (run.kind === 'reference') return true
  return run.kind === 'item' && (run.item['type'] === undefined || run.item['type'] === 'item_reference')
}

function runOf(
  state: ResponsesState,
  call: ToolCallPart,
  knownId: string | undefined,
  holds: boolean,
): ProviderRun | undefined {
  const item = recordedCall(call)
  if (item !== undefined) return canBeSent(item, holds) ? { kind: 'item', item } : undefined
  if (!state.run.stored) return undefined
  const id = itemIdOf(call.providerOptions) ?? knownId ?? (itemName.test(call.toolCallId) ? call.toolCallId : undefined)
  return id === undefined ? undefined : { kind: 'reference', id }
}

// Items that do not belong to provider tools.
const others = Object.values(idPrefixes).map((prefix) => `${prefix}_`)

function itemIdOf(options: ProviderOptions | undefined): string | undefined {
  const id: unknown = options?.['openai']?.['itemId']
  return isItemId(id, '') && !others.some((prefix) => id.startsWith(prefix)) ? id : undefined
}

/** Returns the approval requests for calls, by call id. */
function approvalIds({ message }: AssistantTurn): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  if (typeof message.content === 'string') return ids
  for (const part of message.content) {
    if (part.type === 'tool-approval-request' && isItemId(part.approvalId, '') && itemName.test(part.approvalId)) {
      ids.set(part.toolCallId, part.approvalId)
    }
  }
  return ids
}
