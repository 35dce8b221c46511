import type { AssistantPart } from '@lamella/core'
import { lose, mend } from '../../shared/ledger.ts'
import type { PlacedPart, Segment } from '../../shared/segments.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import type { OpenAIResponsesItem } from '../items.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { encodeCall, encodeResult } from './call-item.ts'
import { encodeText } from './message-item.ts'
import { planAnswer } from './plan.ts'
import type { ProviderRun } from './provider-run.ts'
import { encodeReasoning } from './reasoning.ts'
import { encodeRecorded } from './recorded.ts'
import type { EncodeState } from './state.ts'

const empty: AnswerPlan = { ids: new Map(), recorded: undefined, doubled: undefined, reasoning: new Map() }

/** Writes one answer of the model: its items in their order, then what the client answered to its calls. */
export function writeAnswer(
  state: EncodeState,
  segment: Segment,
  native: ReadonlyMap<AssistantPart, ProviderRun>,
  out: OpenAIResponsesItem[],
): void {
  const { pairs } = segment
  // Without options there are neither ids nor anything recorded: the usual case of a history of other providers.
  const isPlain = native.size === 0 && segment.parts.every(isBarePart)
  const plan = isPlain ? empty : planAnswer(state, segment.parts, native)
  const ids = state.ids.take(state, pairs)
  let call = 0
  for (const placed of inOrder(state, segment, plan)) {
    if (placed.pair === undefined) writePart(state, placed, native, plan, out)
    else {
      const id = ids[call++] ?? ''
      const recorded = plan.recorded?.get(placed.index)
      if (recorded === undefined) out.push(encodeCall(state, placed.pair, id, plan.ids.get(placed.index)))
      else out.push(encodeRecorded(state, recorded.call, id))
    }
  }
  // By index, here and where each message comes by: an iterator of entries makes a list for each.
  for (let number = 0; number < pairs.length; number++) {
    const pair = pairs[number] as PairedCall
    const answer = plan.recorded?.get(pair.part)?.answer
    const id = ids[number] ?? ''
    out.push(answer === undefined ? encodeResult(state, pair, id) : encodeRecorded(state, answer, id))
  }
  state.part = -1
}

function isBarePart({ part }: PlacedPart): boolean {
  return part.type !== 'reasoning' && (part as { providerOptions?: unknown }).providerOptions === undefined
}

/**
 * The parts with the texts that stand behind a call before it: no message shall stand between calls and their outputs
 * (OR-INTERLEAVE). Where reasoning is carried, the order is the API's own and stays.
 */
function inOrder(state: EncodeState, { parts, pairs }: Segment, plan: AnswerPlan): readonly PlacedPart[] {
  if (pairs.length === 0 || carriesReasoning(plan)) return parts
  const first = parts.findIndex(({ pair }) => pair !== undefined)
  const isLate = ({ part }: PlacedPart, at: number): boolean => at > first && part.type === 'text' && part.text !== ''
  if (!parts.some(isLate)) return parts
  const late = parts.filter(isLate)
  for (const { index } of late) {
    state.part = index
    mend(
      state,
      'order',
      'The text is sent before the calls of its message: nothing may stand between them and their outputs.',
    )
  }
  return [...parts.slice(0, first), ...late, ...parts.filter((placed, at) => at >= first && !isLate(placed, at))]
}

function carriesReasoning({ reasoning, ids }: AnswerPlan): boolean {
  for (const { index } of reasoning.values()) if (ids.has(index)) return true
  return false
}

function writePart(
  state: EncodeState,
  { part, index }: PlacedPart,
  native: ReadonlyMap<AssistantPart, ProviderRun>,
  plan: AnswerPlan,
  out: OpenAIResponsesItem[],
): void {
  state.part = index
  const run = native.get(part)
  if (run !== undefined) {
    writeRun(state, run, plan.doubled?.has(index) === true, out)
    return
  }
  switch (part.type) {
    case 'text':
      encodeText(state, part, plan.ids.get(index), out)
      break
    case 'reasoning': {
      const reasoning = plan.reasoning.get(plan.ids.get(index) ?? '')
      if (reasoning !== undefined) out.push(encodeReasoning(state, reasoning))
      break
    }
    case 'tool-call':
    case 'tool-result':
    case 'tool-approval-request':
      break
    case 'file':
      // No marker here: the model would take it for something it has said, and say it again.
      lose(state, 'media', `OpenAI Responses takes no file (${part.mediaType}) in an assistant message.`)
      break
    default:
      lose(state, 'part', `OpenAI Responses has no assistant part of the type ${(part as { type: string }).type}.`)
  }
}

/** What the provider ran: as it was recorded, or by the id under which the API keeps it. */
function writeRun(state: EncodeState, run: ProviderRun, isDoubled: boolean, out: OpenAIResponsesItem[]): void {
  if (run.kind === 'part of its call') return
  if (isDoubled) lose(state, 'provider-executed', 'An item that stands in the request already is left out.')
  else if (run.kind === 'item') out.push(encodeRecorded(state, run.item, undefined))
  else {
    state.holds = true
    out.push({ type: 'item_reference', id: run.id })
  }
}
