import type { AssistantPart, ToolCallPart } from '@lamella/core'
import type { UnknownRecord } from '../../shared/guards.ts'
import { atPart, lose } from '../../shared/ledger.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import { clientItems, isItemId } from '../item-types.ts'
import { canBeSent, isReference, type RecordedPair, recordedPair } from './provider-run.ts'
import { type Reasoning, reasoningOf } from './reasoning.ts'
import type { NativeParts, ProviderRun, ResponsesState } from './state.ts'

/**
 * Decides which items of an answer keep their ids, and which reasoning is sent.
 *
 * If the API stores items, it accepts reasoning only together with the item it led to, under that item's own id, and an
 * item with an id only together with the reasoning that led to it. Reasoning whose successor is missing or has no id is
 * therefore left out, and the items after it, up to the next reasoning, are sent without ids. If the API stores
 * nothing, only the ids that the schema requires are sent, and reasoning is sent as encrypted content.
 *
 * Sources: a recorded 400 "of type 'reasoning' was provided without its required following item" (the message had no
 * id); vercel/ai#7099; cline/cline#12242 "of type 'function_call' was provided without its required 'reasoning' item";
 * vercel/ai#7543 "Items are not persisted when `store` is set to false"; vercel/ai#7883 "Duplicate item found".
 */
export function planAnswer(state: ResponsesState, parts: readonly PlacedPart[], native: NativeParts): AnswerPlan {
  const plan: AnswerPlan = {
    ids: new Map(),
    recorded: undefined,
    leftOut: undefined,
    reasoning: reasoningOf(state, parts),
  }
  let waiting: Reasoning[] = []
  let isBare = !state.run.stored
  let lastText: { readonly itemId: unknown; readonly id: string | undefined } | undefined
  for (const placed of parts) {
    const { part, index } = placed
    const here = atPart(state, index)
    if (part.type === 'reasoning') {
      lastText = undefined
      const reasoning = plan.reasoning.get(String(fieldsOf(part)['itemId']))
      if (reasoning === undefined) isBare = true
      else if (reasoning.index === index && canCarry(here, reasoning)) {
        state.run.itemIds.add(reasoning.id)
        if (state.run.stored) waiting.push(reasoning)
        else plan.ids.set(index, reasoning.id)
      } else if (reasoning.index === index) isBare = true
      continue
    }
    if (part.type === 'text' && lastText !== undefined && lastText.itemId === fieldsOf(part)['itemId']) {
      // Consecutive texts with the same id are one message.
      if (lastText.id !== undefined) plan.ids.set(index, lastText.id)
      continue
    }
    const item = nextItem(here, placed, native, plan)
    if (item === undefined) continue
    if (waiting.length > 0) {
      isBare = !item.isModels || item.id === undefined
      for (const reasoning of waiting) {
        if (isBare) loseReasoning(state, reasoning)
        else plan.ids.set(reasoning.index, reasoning.id)
      }
      waiting = []
    }
    const id = isBare && !item.isFixed ? undefined : item.id
    if (id !== undefined) {
      plan.ids.set(index, id)
      state.run.itemIds.add(id)
    }
    const itemId = fieldsOf(part)['itemId']
    lastText = part.type === 'text' && itemId !== undefined ? { itemId, id } : undefined
  }
  for (const reasoning of waiting) loseReasoning(state, reasoning)
  return plan
}

/** Whether the request can include reasoning; reports a loss if not. */
function canCarry(state: ResponsesState, { id, encrypted }: Reasoning): boolean {
  if (state.run.itemIds.has(id)) lose(state, 'reasoning', `The reasoning ${id} is already in the request.`)
  else if (!state.run.stored && encrypted === undefined) {
    lose(state, 'reasoning', 'Without a store, OpenAI Responses accepts reasoning only as encrypted content.')
  } else return true
  return false
}

function loseReasoning(state: ResponsesState, { id, index }: Reasoning): void {
  state.run.itemIds.delete(id)
  const why = 'OpenAI Responses accepts reasoning only before the item it led to, with the id of that item.'
  lose(atPart(state, index), 'reasoning', why)
}

/** The id of the item that a part becomes, and what determines whether it is sent. */
interface NextItem {
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
function nextItem(
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

export function isCustom(call: ToolCallPart): boolean {
  return typeof call.input === 'string' && fieldsOf(call)['custom'] === true
}

function fieldsOf(part: AssistantPart): UnknownRecord {
  return (
    (part as { readonly providerOptions?: { readonly openai?: UnknownRecord | null } }).providerOptions?.openai ?? {}
  )
}

/** Decisions about the parts of one model answer, made before they are written. */
export interface AnswerPlan {
  /** The item id for each part, by the index of the part. Reasoning without an id is left out. */
  readonly ids: Map<number, string>
  /** Calls that are sent as recorded, with their answers. */
  recorded: Map<number, RecordedPair> | undefined
  /** Provider-executed items that cannot be sent, with the reason. */
  leftOut: Map<number, string> | undefined
  readonly reasoning: ReadonlyMap<string, Reasoning>
}
