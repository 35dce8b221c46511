import type { UnknownRecord } from '../../shared/guards.ts'
import { appendText, textIn } from '../../shared/response/fields.ts'
import { readIndex } from '../../shared/response/indexes.ts'
import type { Item, PartList } from './item.ts'

/** A text that arrives in pieces: where it belongs, and the delta that a piece is, if it is one. */
interface Piece {
  /** The list of its part; `undefined` for a field of the item itself. */
  readonly list?: PartList
  readonly partType: string
  readonly field: string
  readonly delta?: 'text' | 'reasoning' | 'tool-input'
  /** Whether the event has the whole text. */
  readonly isDone: boolean
}

const texts: Readonly<Record<string, Omit<Piece, 'isDone'>>> = {
  output_text: { list: 'content', partType: 'output_text', field: 'text', delta: 'text' },
  refusal: { list: 'content', partType: 'refusal', field: 'refusal', delta: 'text' },
  reasoning_text: { list: 'content', partType: 'reasoning_text', field: 'text', delta: 'reasoning' },
  reasoning_summary_text: { list: 'summary', partType: 'summary_text', field: 'text', delta: 'reasoning' },
  function_call_arguments: { partType: '', field: 'arguments', delta: 'tool-input' },
  custom_tool_call_input: { partType: '', field: 'input', delta: 'tool-input' },
  mcp_call_arguments: { partType: '', field: 'arguments' },
  code_interpreter_call_code: { partType: '', field: 'code' },
}

/** Returns what an event of this type is a piece of; `undefined` if it is none. */
export function pieceOf(type: string): Piece | undefined {
  const [, name, kind] = /^response\.([a-z_]+)\.(delta|done)$/.exec(type) ?? []
  if (name === undefined || !Object.hasOwn(texts, name)) return undefined
  return { ...(texts[name] as Omit<Piece, 'isDone'>), isDone: kind === 'done' }
}

/** Adds a piece to its text, or replaces the text when it is done. Passes on what is new. */
export function addPiece(
  title: string,
  item: Item,
  { list, partType, field, isDone }: Piece,
  event: UnknownRecord,
  numbers: (part: unknown) => number,
  emit: (text: string, part: number) => void,
): void {
  const name = list === 'summary' ? 'summary_index' : 'content_index'
  const target = list === undefined ? item.own : item.part(list, readIndex(title, event[name], name), partType)
  const part = numbers(list === undefined ? item : target)
  if (!isDone) {
    const piece = event['delta']
    if (appendText(target, field, piece) && piece !== '') emit(piece, part)
    return
  }
  const [before, whole] = [textIn(target, field), event[field]]
  if (typeof whole !== 'string') return
  target[field] = whole
  // A server may send a text only when it is done.
  if (whole.length > before.length && whole.startsWith(before)) emit(whole.slice(before.length), part)
}
