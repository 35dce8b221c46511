import type { ToolCallPart } from '@lamella/core'
import type { Answer } from '../../kit/format.ts'
import { type AssistantWriters, plainTextOf, writeParts } from '../../kit/write-parts.ts'
import { argumentsText } from '../../openai/arguments.ts'
import { at, atPart, cleanText, lose, mend } from '../../shared/ledger.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import type { PairedCall } from '../../shared/tool-pairs.ts'
import type {
  OpenAIResponsesCustomCall,
  OpenAIResponsesFunctionCall,
  OpenAIResponsesItem,
  OpenAIResponsesOutputMessage,
} from '../items.ts'
import { type OpenAIResponsesFields, type ResponsesKeys, readFields, withExtra } from '../provider-fields.ts'
import { encodeText } from './message-item.ts'
import { encodeOutput } from './output-item.ts'
import { type AnswerPlan, isCustom, planAnswer } from './plan.ts'
import { encodeRecorded } from './provider-run.ts'
import { encodeReasoning } from './reasoning.ts'
import { type NativeParts, type ProviderRun, type ResponsesState, title } from './state.ts'

/** Writes one model answer: its items in order, then the client's answers to its calls. */
export function encodeAnswer(state: ResponsesState, answer: Answer, native: NativeParts): boolean {
  const { parts, pairs, ids } = answer
  const { input } = state.run
  const before = input.length
  const plain = plainTextOf(answer)
  if (plain !== undefined) {
    const message = encodeText(state, plain, undefined, nothing.messages)
    if (message !== undefined) input.push(message)
    return message !== undefined
  }
  // Without options there are neither ids nor recorded items: the usual case for a history from other providers.
  const isBare = native.size === 0 && parts.every(isBarePart)
  const decided = isBare ? nothing : { plan: planAnswer(state, parts, native), native, messages: new Map() }
  const { plan } = decided
  // Indexed loops here and in the per-message code: an iterator of entries allocates an array for each.
  const items = writeParts(state, inOrder(state, answer, plan), title, writers, decided)
  for (let number = 0; number < items.length; number++) input.push(items[number] as OpenAIResponsesItem)
  for (let number = 0; number < pairs.length; number++) {
    const pair = pairs[number] as PairedCall
    const recorded = plan.recorded?.get(pair.part)?.answer
    const id = ids[number] ?? ''
    const here = at(state, 'messages', pair.answer.index, pair.answer.part)
    input.push(recorded === undefined ? encodeResult(here, pair, id) : encodeRecorded(here, recorded, id))
  }
  return input.length > before
}

/** Makes the decisions about an answer before its parts are written. */
interface Decided {
  readonly plan: AnswerPlan
  readonly native: NativeParts
  /** The messages with ids written so far, for the texts that join them. */
  readonly messages: Map<string, OpenAIResponsesOutputMessage>
}

const nothing: Decided = {
  plan: { ids: new Map(), recorded: undefined, leftOut: undefined, reasoning: new Map() },
  native: new Map(),
  messages: new Map(),
}

const writers: AssistantWriters<ResponsesState['run'], ResponsesState['base'], Decided, OpenAIResponsesItem> = {
  text: (state, part, { plan, messages }) => encodeText(state, part, plan.ids.get(state.part), messages),
  reasoning: (state, _, { plan }) => {
    const reasoning = plan.reasoning.get(plan.ids.get(state.part) ?? '')
    return reasoning === undefined ? undefined : encodeReasoning(state, reasoning)
  },
  // No marker here: the model would take it for its own words and repeat it.
  file: (state, { mediaType }) =>
    void lose(state, 'media', `${title} does not accept files (${mediaType}) in assistant messages.`),
  call: (state, pair, id, { plan }) => {
    const recorded = plan.recorded?.get(pair.part)
    return recorded === undefined
      ? encodeCall(state, pair, id, plan.ids.get(pair.part))
      : encodeRecorded(state, recorded.call, id)
  },
  native: (state, _, { native, plan }) => {
    const run = native.get(state.part)
    return run === undefined ? undefined : encodeRun(state, run, plan.leftOut?.get(state.part))
  },
}

function isBarePart({ part }: PlacedPart): boolean {
  return part.type !== 'reasoning' && (part as { providerOptions?: unknown }).providerOptions === undefined
}

const whyBefore = 'The text is sent before the calls of its message: nothing may come between them and their outputs.'

/**
 * Returns the answer with texts moved before the calls they follow, so that no message comes between calls and their
 * outputs (OR-INTERLEAVE). If reasoning is sent, the order is the API's own and stays.
 */
function inOrder(state: ResponsesState, answer: Answer, plan: AnswerPlan): Answer {
  const { parts, pairs } = answer
  if (pairs.length === 0) return answer
  const first = parts.findIndex(({ pair }) => pair !== undefined)
  // Usually only calls follow the first call.
  if (parts.length - first === pairs.length || carriesReasoning(plan)) return answer
  const isLate = ({ part }: PlacedPart, at: number): boolean => at > first && part.type === 'text' && part.text !== ''
  if (!parts.some(isLate)) return answer
  const late = parts.filter(isLate)
  for (const { index } of late) mend(atPart(state, index), 'order', whyBefore)
  const rest = parts.filter((placed, at) => at >= first && !isLate(placed, at))
  return { ...answer, parts: [...parts.slice(0, first), ...late, ...rest] }
}

function carriesReasoning({ reasoning, ids }: AnswerPlan): boolean {
  for (const { index } of reasoning.values()) if (ids.has(index)) return true
  return false
}

/** Writes a provider-executed part: as recorded, or by the id under which the API stores it. */
function encodeRun(
  state: ResponsesState,
  run: ProviderRun,
  whyNot: string | undefined,
): OpenAIResponsesItem | undefined {
  if (run.kind === 'part of its call') return undefined
  if (whyNot !== undefined) return void lose(state, 'provider-executed', whyNot)
  return run.kind === 'item' ? encodeRecorded(state, run.item, undefined) : { type: 'item_reference', id: run.id }
}

const customFields: ResponsesKeys = ['itemId', 'custom', 'namespace', 'itemExtra']
const callFields: ResponsesKeys = [...customFields, 'arguments', 'item']
// The AI SDK copies a call's fields to its result.
const resultFields: ResponsesKeys = [...customFields, 'item']

/** Writes a call of the model under its assigned id, with the id of its item if that is sent. */
function encodeCall(
  state: ResponsesState,
  { call }: PairedCall,
  call_id: string,
  id: string | undefined,
): OpenAIResponsesItem {
  const name = state.base.names.toWire(state, call.toolName)
  if (isCustom(call)) return encodeCustomCall(state, call, name, call_id, id)
  const { input, providerOptions } = call
  if (providerOptions === undefined) {
    return { type: 'function_call', call_id, name, arguments: argumentsText(state, input, undefined) }
  }
  const fields = readFields(state, providerOptions, callFields)
  if (fields.item !== undefined) {
    lose(state, 'provider-options', 'The call is sent as a function call: it no longer matches its recorded item.')
  }
  const text = argumentsText(state, input, fields.arguments)
  const wire: OpenAIResponsesFunctionCall =
    id === undefined
      ? { type: 'function_call', call_id, name, arguments: text }
      : { type: 'function_call', call_id, name, arguments: text, id }
  return finished(state, wire, fields)
}

function encodeCustomCall(
  state: ResponsesState,
  call: ToolCallPart,
  name: string,
  call_id: string,
  id: string | undefined,
): OpenAIResponsesItem {
  const fields = readFields(state, call.providerOptions, customFields)
  const input = cleanText(state, call.input as string)
  const wire: OpenAIResponsesCustomCall = {
    type: 'custom_tool_call',
    call_id,
    name,
    input,
    ...(id !== undefined && { id }),
  }
  return finished(state, wire, fields)
}

/** Writes the result of a call, under the id assigned to the call. */
function encodeResult(state: ResponsesState, { call, answer }: PairedCall, call_id: string): OpenAIResponsesItem {
  const { output, providerOptions } = answer.result
  const type = isCustom(call) ? 'custom_tool_call_output' : 'function_call_output'
  const wire = { type, call_id, output: encodeOutput(state, output) } as const
  if (providerOptions === undefined) return wire
  const fields = readFields(state, providerOptions, resultFields)
  return fields.itemExtra === undefined ? wire : withExtra(state, wire, fields.itemExtra)
}

function finished<const Call extends OpenAIResponsesItem>(
  state: ResponsesState,
  call: Call,
  { namespace, itemExtra }: OpenAIResponsesFields,
): Call {
  const extended = itemExtra === undefined ? call : withExtra(state, call, itemExtra)
  return typeof namespace === 'string' ? { ...extended, namespace: cleanText(state, namespace) } : extended
}
