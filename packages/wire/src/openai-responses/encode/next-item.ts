import type { AssistantPart, ToolCallPart } from '@lamella/core'
import type { UnknownRecord } from '../../shared/guards.ts'
import { lose } from '../../shared/ledger.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import { clientItems, isItemId } from '../item-types.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { isReference } from './provider-run.ts'
import { canBeSent, recordedPair } from './recorded.ts'
import type { NativeParts, ProviderRun, ResponsesState } from './state.ts'

/** The id of the item that a part becomes, and what determines whether it is sent. */
export interface NextItem {
  readonly id: string | undefined
  /** Whether the model wrote it, so that reasoning can lead to it. */
  readonly isModels: boolean
  /** Whether the item always keeps its id. */
  readonly isFixed: boolean
}

/**
 * Returns the item that a part will become. Adds recorded items, and provider-executed items that cannot be sent, to
 * the plan.
 */
export function nextItem(
  state: ResponsesState,
  { part, index, pair }: PlacedPart,
  native: NativeParts,
  plan: AnswerPlan,
): NextItem | undefined {
  const run = native.get(index)
  if (run !== undefined) return executedItem(state, run, index, plan)
  if (part.type === 'text') {
    if (part.text === '') return undefined
    // The schema allows a refusal only in a message with an id.
    const isFixed = !state.run.stored && fieldsOf(part)['refusal'] === true
    return { id: ownId(state, part, 'message', isFixed), isModels: true, isFixed }
  }
  if (part.type !== 'tool-call' || pair === undefined) return undefined
  const recorded = recordedPair(pair)
  if (recorded !== undefined && isNew(state, recorded.call) && isNew(state, recorded.answer ?? {})) {
    plan.recorded ??= new Map()
    plan.recorded.set(index, recorded)
    const { id: answerId, call_id: callId } = recorded.answer ?? {}
    if (typeof answerId === 'string' && callId !== undefined) state.run.itemIds.add(answerId)
    const { id } = recorded.call
    return { id: typeof id === 'string' ? id : undefined, isModels: true, isFixed: true }
  }
  const type = isCustom(part) ? 'custom_tool_call' : 'function_call'
  return { id: ownId(state, part, type, false), isModels: true, isFixed: false }
}

/** Whether no other item of the request has this item's id. An id in place of a `call_id` does not count. */
function isNew(state: ResponsesState, { id, call_id: callId }: UnknownRecord): boolean {
  return typeof id !== 'string' || callId === undefined || !state.run.itemIds.has(id)
}

function executedItem(state: ResponsesState, run: ProviderRun, index: number, plan: AnswerPlan): NextItem | undefined {
  if (run.kind === 'part of its call') return undefined
  const id = run.kind === 'item' ? run.item['id'] : run.id
  const why = problemOf(state, run, id)
  if (why !== undefined) {
    plan.leftOut ??= new Map()
    plan.leftOut.set(index, why)
    return undefined
  }
  if (isReference(run)) state.run.inputFacts.holds = true
  const isModels = run.kind === 'reference' || !clientItems.includes(String(run.item['type']))
  return { id: typeof id === 'string' ? id : undefined, isModels, isFixed: true }
}

/** Returns why an item cannot be sent at this position of the request. */
function problemOf(state: ResponsesState, run: ProviderRun, id: unknown): string | undefined {
  if (typeof id === 'string' && state.run.itemIds.has(id)) return 'An item that is already in the request is left out.'
  // The reference before it may have been left out.
  return run.kind !== 'item' || canBeSent(run.item, state.run.inputFacts.holds)
    ? undefined
    : 'An item is left out because its counterpart is not in the request.'
}

/** Returns a part's own id, if its item can have it. Ids are unused if the API stores nothing. */
function ownId(state: ResponsesState, part: AssistantPart, type: string, isNeeded: boolean): string | undefined {
  const id = fieldsOf(part)['itemId']
  if (id === undefined || !(state.run.stored || isNeeded)) return undefined
  if (isItemId(id, type) && !state.run.itemIds.has(id)) return id
  const why = isItemId(id, type) ? 'which another item of the request already has' : `which a ${type} cannot have`
  return void lose(state, 'provider-options', `The item is sent without its id, ${why}.`)
}

/** Whether a call is for a custom tool, whose input is plain text. */
export function isCustom(call: ToolCallPart): boolean {
  return typeof call.input === 'string' && fieldsOf(call)['custom'] === true
}

/** Returns a part's OpenAI provider options, unchecked. */
export function fieldsOf(part: AssistantPart): UnknownRecord {
  return (
    (part as { readonly providerOptions?: { readonly openai?: UnknownRecord | null } }).providerOptions?.openai ?? {}
  )
}
