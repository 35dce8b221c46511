import type { AssistantPart, ToolCallPart } from '@lamella/core'
import type { UnknownRecord } from '../../shared/guards.ts'
import { lose } from '../../shared/ledger.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import { clientItems, isItemId } from '../item-types.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { recordedPair } from './recorded.ts'
import type { NativeParts, ProviderRun, ResponsesState } from './state.ts'

/** What a part will be in the request, as far as ids go; nothing for one that is no item. */
export interface NextItem {
  readonly id: string | undefined
  /** Whether the model wrote it, so that reasoning can lead to it. */
  readonly isModels: boolean
  /** Whether the id belongs to it in any case. */
  readonly isFixed: boolean
}

/** What a part will be. What is recorded, and what stands in the request already, is put down in the plan. */
export function nextItem(
  state: ResponsesState,
  { part, index, pair }: PlacedPart,
  native: NativeParts,
  plan: AnswerPlan,
): NextItem | undefined {
  // One object may stand in a message twice: a call that a tool message answers is the client's in any case.
  const run = pair === undefined ? native.get(part) : undefined
  if (run !== undefined) return ranItem(state, run, index, plan)
  if (part.type === 'text') {
    if (part.text === '') return undefined
    // The schema has a place for a refusal only in a message with an id.
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

/** Whether no other item of the request has the id of this one. An id in place of a `call_id` is none. */
function isNew(state: ResponsesState, { id, call_id: callId }: UnknownRecord): boolean {
  return typeof id !== 'string' || callId === undefined || !state.run.itemIds.has(id)
}

function ranItem(state: ResponsesState, run: ProviderRun, index: number, plan: AnswerPlan): NextItem | undefined {
  if (run.kind === 'part of its call') return undefined
  const id = run.kind === 'item' ? run.item['id'] : run.id
  if (typeof id === 'string' && state.run.itemIds.has(id)) {
    plan.doubled ??= new Set()
    plan.doubled.add(index)
    return undefined
  }
  const isModels = run.kind === 'reference' || !clientItems.includes(String(run.item['type']))
  return { id: typeof id === 'string' ? id : undefined, isModels, isFixed: true }
}

/** The id that a part brings along, if its item can have it. Where nothing is kept, ids say nothing. */
function ownId(state: ResponsesState, part: AssistantPart, type: string, isNeeded: boolean): string | undefined {
  const id = fieldsOf(part)['itemId']
  if (id === undefined || !(state.run.stored || isNeeded)) return undefined
  if (isItemId(id, type) && !state.run.itemIds.has(id)) return id
  const why = isItemId(id, type) ? 'that another item of the request has' : `that no ${type} can have`
  lose(state, 'provider-options', `The item is sent without its id, ${why}.`)
  return undefined
}

/** Whether a call is one of a custom tool, whose input is plain text. */
export function isCustom(call: ToolCallPart): boolean {
  return typeof call.input === 'string' && fieldsOf(call)['custom'] === true
}

/** What the provider options of a part hold for OpenAI, not looked through yet. */
export function fieldsOf(part: AssistantPart): UnknownRecord {
  return (
    (part as { readonly providerOptions?: { readonly openai?: UnknownRecord | null } }).providerOptions?.openai ?? {}
  )
}
