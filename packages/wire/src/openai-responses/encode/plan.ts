import { atPart, lose } from '../../shared/ledger.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { fieldsOf, nextItem } from './next-item.ts'
import { type Reasoning, reasoningOf } from './reasoning.ts'
import type { NativeParts, ResponsesState } from './state.ts'

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
