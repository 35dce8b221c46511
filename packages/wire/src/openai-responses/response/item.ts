import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { argumentsText } from '../../shared/response/call-arguments.ts'
import { appendText, type Fields, indexIn, inOrder, setFields, textIn } from '../../shared/response/fields.ts'
import { type TornPart, tornCall } from '../../shared/response/response.ts'

/** Lists of parts of an item: texts of messages and reasoning, summaries of reasoning. */
export type PartList = 'content' | 'summary'

/** An item of the output while it arrives. */
export interface Item {
  readonly isDone: boolean
  readonly type: string
  /** Its own fields, without the parts that arrive on their own. */
  readonly own: Fields
  /** Returns a part to write into; creates it if the server did not announce it. */
  part(list: PartList, index: number, type: string): Fields
  setPart(list: PartList, index: number, part: UnknownRecord): void
  /** Replaces everything with the finished item. */
  finish(item: UnknownRecord): void
  fields(): UnknownRecord
  /** Returns the item if it is valid history: finished, or a message as far as its text came. */
  kept(): UnknownRecord | undefined
  torn(): TornPart
}

export function createItem(start: UnknownRecord): Item {
  let whole: UnknownRecord | undefined
  const own: Fields = {}
  setFields(own, start, ['content', 'summary'])
  const parts: Record<PartList, Map<number, Fields>> = { content: new Map(), summary: new Map() }
  const setPart = (list: PartList, index: number, part: UnknownRecord): void => {
    const copy: Fields = {}
    setFields(copy, part)
    parts[list].set(index, copy)
  }
  for (const list of ['content', 'summary'] as const) {
    const given = start[list]
    for (const [index, part] of (Array.isArray(given) ? given : []).entries())
      if (isRecord(part)) setPart(list, index, part)
  }
  const type = itemType(start)
  own['type'] = type
  const fields = (): UnknownRecord => {
    if (whole !== undefined) return whole
    const hasContent = type === 'message' || parts.content.size > 0
    return {
      ...own,
      ...(type === 'reasoning' && { summary: inOrder(parts.summary) }),
      ...(hasContent && { content: inOrder(parts.content) }),
    }
  }
  return {
    get isDone() {
      return whole !== undefined
    },
    type,
    own,
    part(list, index, partType) {
      const known = parts[list].get(index)
      if (known !== undefined) return known
      const part: Fields = { type: partType }
      parts[list].set(index, part)
      return part
    },
    setPart,
    finish(item) {
      whole = fuller(item, fields())
    },
    fields,
    kept() {
      if (whole !== undefined) return whole
      if (type !== 'message') return undefined
      // The API has not stored it, so its id and status mean nothing.
      const { id: _, status: __, ...rest } = own
      const said = inOrder(parts.content).filter(
        (part) => textIn(part, 'text') !== '' || textIn(part, 'refusal') !== '',
      )
      return said.length === 0 ? undefined : { ...rest, content: said }
    },
    torn() {
      const texts = [...inOrder(parts.summary), ...inOrder(parts.content)].map((part) => textIn(part, 'text'))
      if (type === 'reasoning') return { type: 'reasoning', text: texts.join('\n') }
      const text = [own['arguments'], own['input'], own['code']].find((value) => typeof value === 'string') ?? ''
      const name = textIn(own, 'name') || (type === 'function_call' ? '' : type)
      return tornCall(textIn(own, 'call_id') || textIn(own, 'id'), name, text)
    },
  }
}

/** Returns the type of an item; if a server leaves it out, that of its fields. */
export function itemType(item: UnknownRecord): string {
  const type = textIn(item, 'type')
  if (type !== '') return type
  if ('arguments' in item && 'name' in item) return 'function_call'
  return 'content' in item ? 'message' : ''
}

/** Returns an item with the fields that it lacks and that its pieces had: some servers end an item, or all, without them. */
export function fuller(item: UnknownRecord, before: UnknownRecord): UnknownRecord {
  const lacks = (name: string): boolean => isEmpty(item[name]) && !isEmpty(before[name])
  const missing = Object.keys(before).filter((name) => name !== 'status' && lacks(name))
  return missing.length === 0 ? item : { ...item, ...Object.fromEntries(missing.map((name) => [name, before[name]])) }
}

/** Whether a value says nothing: for parts, all of their texts. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return (
    Array.isArray(value) &&
    value.every((part) => isRecord(part) && textIn(part, 'text') === '' && part['type'] !== 'refusal')
  )
}

/** A text that arrives in pieces: where it belongs, and the delta that a piece is, if it is one. */
interface Piece {
  /** The list of its part; `undefined` for a field of the item itself. */
  readonly list?: PartList
  readonly partType: string
  /** The type of its item; '' if only an announced one has it. */
  readonly itemType: string
  readonly field: string
  readonly delta?: 'text' | 'reasoning' | 'tool-input'
  /** Whether the event has the whole text. */
  readonly isDone: boolean
}

const texts: Readonly<Record<string, Omit<Piece, 'isDone'>>> = {
  output_text: { itemType: 'message', list: 'content', partType: 'output_text', field: 'text', delta: 'text' },
  refusal: { itemType: 'message', list: 'content', partType: 'refusal', field: 'refusal', delta: 'text' },
  reasoning_text: {
    itemType: 'reasoning',
    list: 'content',
    partType: 'reasoning_text',
    field: 'text',
    delta: 'reasoning',
  },
  reasoning_summary_text: {
    itemType: 'reasoning',
    list: 'summary',
    partType: 'summary_text',
    field: 'text',
    delta: 'reasoning',
  },
  function_call_arguments: { itemType: 'function_call', partType: '', field: 'arguments', delta: 'tool-input' },
  custom_tool_call_input: { itemType: 'custom_tool_call', partType: '', field: 'input', delta: 'tool-input' },
  mcp_call_arguments: { itemType: '', partType: '', field: 'arguments' },
  code_interpreter_call_code: { itemType: '', partType: '', field: 'code' },
}

export function pieceOf(type: string): Piece | undefined {
  const [, name, kind] = /^response\.([a-z_]+)\.(delta|done)$/.exec(type) ?? []
  if (name === undefined || !Object.hasOwn(texts, name)) return undefined
  return { ...(texts[name] as Omit<Piece, 'isDone'>), isDone: kind === 'done' }
}

/** Adds a piece to its text, or replaces the text when it is done. Passes on what is new. */
export function addPiece(
  item: Item,
  { list, partType, field, isDone }: Piece,
  event: UnknownRecord,
  numbers: (part: unknown) => number,
  emit: (text: string, part: number) => void,
): void {
  const target = list === undefined ? item.own : item.part(list, indexOf(event, list), partType)
  if (item.type === 'function_call' || item.type === 'custom_tool_call') nameCall(item.own, event)
  const part = numbers(list === undefined ? item : target)
  if (!isDone) {
    const piece = field === 'arguments' ? argumentsText(event['delta']) : event['delta']
    if (appendText(target, field, piece) && piece !== '') emit(piece, part)
    return
  }
  const before = textIn(target, field)
  const whole = field === 'arguments' ? argumentsText(event[field]) : event[field]
  if (typeof whole !== 'string' || (whole === '' && before !== '')) return
  target[field] = whole
  // A server may send a text only when it is done.
  if (whole.length > before.length && whole.startsWith(before)) emit(whole.slice(before.length), part)
}

/** Returns the place of a part in its list: the first, if a server leaves it out. */
export function indexOf(event: UnknownRecord, list: PartList): number {
  return indexIn(event[list === 'summary' ? 'summary_index' : 'content_index']) ?? 0
}

/** Some servers name a call only in the events of its arguments. */
function nameCall(own: Fields, event: UnknownRecord): void {
  for (const name of ['name', 'call_id']) {
    if (textIn(own, name) === '' && textIn(event, name) !== '') own[name] = event[name]
  }
}
