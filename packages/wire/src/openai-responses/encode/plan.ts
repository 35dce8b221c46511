import { atPart, lose } from '../../shared/ledger.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { fieldsOf, nextItem } from './next-item.ts'
import { type Reasoning, reasoningOf } from './reasoning.ts'
import type { NativeParts, ResponsesState } from './state.ts'

/**
 * Decides which items of an answer carry their ids, and which reasoning is sent at all.
 *
 * Where the API keeps items, reasoning is only taken together with the item it led to, under that item's own id; and an
 * item with an id is only taken together with the reasoning that led to it. So reasoning whose successor is gone, or has
 * no id, is left out, and what follows it up to the next reasoning goes without ids. Where it keeps nothing, there are no
 * ids but those that the schema asks for, and reasoning is carried by its encrypted content.
 *
 * Sources: a recorded 400 "of type 'reasoning' was provided without its required following item" (the message had no
 * id); vercel/ai#7099; cline/cline#12242 "of type 'function_call' was provided without its required 'reasoning' item";
 * vercel/ai#7543 "Items are not persisted when `store` is set to false"; vercel/ai#7883 "Duplicate item found".
 */
export function planAnswer(state: ResponsesState, parts: readonly PlacedPart[], native: NativeParts): AnswerPlan {
  const plan: AnswerPlan = {
    ids: new Map(),
    recorded: undefined,
    doubled: undefined,
    reasoning: reasoningOf(state, parts),
  }
  let waiting: Reasoning[] = []
  let isBare = !state.run.stored
  let said: { readonly itemId: unknown; readonly id: string | undefined } | undefined
  for (const placed of parts) {
    const { part, index } = placed
    const here = atPart(state, index)
    if (part.type === 'reasoning') {
      said = undefined
      const reasoning = plan.reasoning.get(String(fieldsOf(part)['itemId']))
      if (reasoning === undefined) isBare = true
      else if (reasoning.index === index && canCarry(here, reasoning)) {
        state.run.itemIds.add(reasoning.id)
        if (state.run.stored) waiting.push(reasoning)
        else plan.ids.set(index, reasoning.id)
      } else if (reasoning.index === index) isBare = true
      continue
    }
    if (part.type === 'text' && said !== undefined && said.itemId === fieldsOf(part)['itemId']) {
      // Texts of one id that follow each other are one message.
      if (said.id !== undefined) plan.ids.set(index, said.id)
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
    said = part.type === 'text' && itemId !== undefined ? { itemId, id } : undefined
  }
  for (const reasoning of waiting) loseReasoning(state, reasoning)
  return plan
}

/** Whether reasoning can stand in the request at all; noted if not. */
function canCarry(state: ResponsesState, { id, encrypted }: Reasoning): boolean {
  if (state.run.itemIds.has(id)) lose(state, 'reasoning', `The reasoning ${id} stands in the request already.`)
  else if (!state.run.stored && encrypted === undefined) {
    lose(state, 'reasoning', 'Without a store, OpenAI Responses takes reasoning only by its encrypted content.')
  } else return true
  return false
}

function loseReasoning(state: ResponsesState, { id, index }: Reasoning): void {
  state.run.itemIds.delete(id)
  const why = 'OpenAI Responses takes reasoning only before the item it led to, with the id of that item.'
  lose(atPart(state, index), 'reasoning', why)
}
