import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { argumentsText, type CallIdMaker, createCallIds, wholeArguments } from '../../shared/response/call-arguments.ts'
import { type Fields, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { type TornPart, tornCall } from '../../shared/response/response.ts'
import { itemType } from './item.ts'

/** Items as requests contain them, and the calls that cannot be read. */
export interface UsableOutput {
  readonly items: readonly UnknownRecord[]
  readonly torn: readonly TornPart[]
}

/** Returns the items of a response as requests contain them; what compatible servers send in another form is brought into it. */
export function usableOutput(output: readonly unknown[], responseId: unknown, mends: Mends): UsableOutput {
  const torn: TornPart[] = []
  const all = output.filter(isRecord)
  const ids = createCallIds(
    responseId,
    all.map(({ call_id: callId, id }) => callId ?? id),
    mends,
  )
  const items = all.flatMap((item, index): UnknownRecord[] => {
    const path = `output[${index}]`
    const type = itemType(item)
    if (type !== '' && type !== item['type']) mends.add('form', path, 'An item has no type, and is read by its fields.')
    if (type === 'message') return [usableMessage(item, path, mends)]
    if (type === 'reasoning') return [{ ...item, summary: usableSummary(item['summary']) }]
    return type === 'function_call' || type === 'custom_tool_call'
      ? usableCall({ ...item, type }, path, { ids, mends, torn })
      : [item]
  })
  return { items, torn }
}

function usableMessage(item: UnknownRecord, path: string, mends: Mends): Fields {
  const { content } = item
  const role = textIn(item, 'role') === '' ? 'assistant' : item['role']
  if (typeof content === 'string') return { ...item, type: 'message', role }
  const parts = (Array.isArray(content) ? content : [content]).flatMap((value: unknown, index): Fields[] => {
    const part: unknown = typeof value === 'string' ? { type: 'output_text', text: value } : value
    if (!isRecord(part)) return []
    if (typeof part['refusal'] === 'string') return [{ ...part, type: 'refusal' }]
    if (typeof part['text'] === 'string') return [{ ...part, type: 'output_text' }]
    mends.add('left-out', `${path}.content[${index}]`, `A part of the type ${String(part['type'])} is left out.`)
    return []
  })
  return { ...item, type: 'message', role, content: parts }
}

function usableSummary(summary: unknown): Fields[] {
  const list: readonly unknown[] = Array.isArray(summary) ? summary : [summary]
  return list.flatMap((value) => {
    const part: unknown = typeof value === 'string' ? { type: 'summary_text', text: value } : value
    return isRecord(part) && typeof part['text'] === 'string' ? [{ ...part }] : []
  })
}

interface Found {
  readonly ids: CallIdMaker
  readonly mends: Mends
  readonly torn: TornPart[]
}

function usableCall(item: UnknownRecord, path: string, { ids, mends, torn }: Found): Fields[] {
  const name = textIn(item, 'name')
  const given = textIn(item, 'call_id') || item['id']
  const callId = ids.idOf(given, name, path)
  if (textIn(item, 'call_id') === '' && callId === given)
    mends.add('call-id', path, 'A call has no call_id, and gets its own id.')
  const text = item[item['type'] === 'function_call' ? 'arguments' : 'input']
  if (name === '') {
    torn.push(tornCall(callId, '', argumentsText(text)))
    return []
  }
  const call = { ...item, name, call_id: callId }
  return item['type'] === 'function_call'
    ? [{ ...call, arguments: wholeArguments(text, path, mends) }]
    : [{ ...call, input: argumentsText(text) }]
}
