import type { UnknownRecord } from '../../shared/guards.ts'
import { argumentsText } from '../../shared/response/call-arguments.ts'
import { appendText, type Fields, indexIn, textIn } from '../../shared/response/fields.ts'
import type { Item, PartList } from './item.ts'

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

/** Returns what an event of this type is a piece of; `undefined` if it is none. */
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
