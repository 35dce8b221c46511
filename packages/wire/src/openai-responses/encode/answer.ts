import type { Answer } from '../../kit/format.ts'
import { type AssistantWriters, writeParts } from '../../kit/write-parts.ts'
import { at, atPart, lose, mend } from '../../shared/ledger.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { encodeCall, encodeResult } from './call-item.ts'
import { encodeText } from './message-item.ts'
import { planAnswer } from './plan.ts'
import { encodeReasoning } from './reasoning.ts'
import { encodeRecorded } from './recorded.ts'
import { type NativeParts, type ProviderRun, type ResponsesState, title } from './state.ts'

const empty: AnswerPlan = { ids: new Map(), recorded: undefined, doubled: undefined, reasoning: new Map() }

/** Writes one answer of the model: its items in their order, then what the client answered to its calls. */
export function encodeAnswer(state: ResponsesState, answer: Answer, native: NativeParts): boolean {
  const { parts, pairs, ids } = answer
  const { input } = state.run
  const before = input.length
  // Without options there are neither ids nor anything recorded: the usual case of a history of other providers.
  const isPlain = native.size === 0 && parts.every(isBarePart)
  const plan = isPlain ? empty : planAnswer(state, parts, native)
  writeParts(state, { parts: inOrder(state, answer, plan), ids }, title, writers, { plan, native })
  // By index, here and where each message comes by: an iterator of entries makes a list for each.
  for (let number = 0; number < pairs.length; number++) {
    const pair = pairs[number] as PairedCall
    const recorded = plan.recorded?.get(pair.part)?.answer
    const id = ids[number] ?? ''
    const place = at(state, 'messages', pair.answer.index, pair.answer.part)
    input.push(recorded === undefined ? encodeResult(place, pair, id) : encodeRecorded(place, recorded, id))
  }
  return input.length > before
}

/** What is decided about an answer before its parts are written. */
interface Decided {
  readonly plan: AnswerPlan
  readonly native: NativeParts
}

/** Each writes into the input itself: texts of one item join it. */
const writers: AssistantWriters<ResponsesState['run'], ResponsesState['base'], Decided, never> = {
  text: (state, part, { plan }) => void encodeText(state, part, plan.ids.get(state.part)),
  reasoning: (state, _, { plan }) => {
    const reasoning = plan.reasoning.get(plan.ids.get(state.part) ?? '')
    if (reasoning !== undefined) state.run.input.push(encodeReasoning(state, reasoning))
    return undefined
  },
  // No marker here: the model would take it for something it has said, and say it again.
  file: (state, { mediaType }) =>
    void lose(state, 'media', `${title} takes no file (${mediaType}) in an assistant message.`),
  call: (state, pair, id, { plan }) => {
    const recorded = plan.recorded?.get(pair.part)
    const item =
      recorded === undefined
        ? encodeCall(state, pair, id, plan.ids.get(pair.part))
        : encodeRecorded(state, recorded.call, id)
    state.run.input.push(item)
    return undefined
  },
  native: (state, part, { native, plan }) => {
    const run = native.get(part)
    if (run !== undefined) writeRun(state, run, plan.doubled?.has(state.part) === true)
    return undefined
  },
}

function isBarePart({ part }: PlacedPart): boolean {
  return part.type !== 'reasoning' && (part as { providerOptions?: unknown }).providerOptions === undefined
}

const whyBefore = 'The text is sent before the calls of its message: nothing may stand between them and their outputs.'

/**
 * The parts with the texts that stand behind a call before it: no message shall stand between calls and their outputs
 * (OR-INTERLEAVE). Where reasoning is carried, the order is the API's own and stays.
 */
function inOrder(state: ResponsesState, { parts, pairs }: Answer, plan: AnswerPlan): readonly PlacedPart[] {
  if (pairs.length === 0 || carriesReasoning(plan)) return parts
  const first = parts.findIndex(({ pair }) => pair !== undefined)
  const isLate = ({ part }: PlacedPart, at: number): boolean => at > first && part.type === 'text' && part.text !== ''
  if (!parts.some(isLate)) return parts
  const late = parts.filter(isLate)
  for (const { index } of late) mend(atPart(state, index), 'order', whyBefore)
  return [...parts.slice(0, first), ...late, ...parts.filter((placed, at) => at >= first && !isLate(placed, at))]
}

function carriesReasoning({ reasoning, ids }: AnswerPlan): boolean {
  for (const { index } of reasoning.values()) if (ids.has(index)) return true
  return false
}

/** What the provider ran: as it was recorded, or by the id under which the API keeps it. */
function writeRun(state: ResponsesState, run: ProviderRun, isDoubled: boolean): void {
  if (run.kind === 'part of its call') return
  if (isDoubled) lose(state, 'provider-executed', 'An item that stands in the request already is left out.')
  else if (run.kind === 'item') state.run.input.push(encodeRecorded(state, run.item, undefined))
  else {
    state.run.brought.holds = true
    state.run.input.push({ type: 'item_reference', id: run.id })
  }
}
