import type { UnknownRecord } from '../../shared/guards.ts'
import { isWholeArguments } from '../../shared/response/call-arguments.ts'
import { type Fields, textIn } from '../../shared/response/fields.ts'

/** A call while it arrives. */
export interface Call {
  readonly index: number
  /** Its number in the order of arrival. */
  readonly place: number
  /** Outside `tool_calls`: the `function_call` of older models. */
  readonly isLegacy: boolean
  readonly fields: Fields
  /** The record with name and text, and the field of the text. */
  readonly held: Fields
  readonly text: 'arguments' | 'input'
  /** Arguments that arrived before the name. */
  waiting: string | undefined
  hasBegun?: boolean
  /** The id that the server sent. Another call may have it, too. */
  given?: string
  /** The name after whole arguments, without an id: what follows says whether it begins another call. */
  next?: string | undefined
}

/** A piece of a call, in one form for all servers. '' is a missing id or name. */
export interface Piece {
  readonly index: number | undefined
  readonly id: string
  readonly name: string
  readonly text: string
  readonly isCustom: boolean
  readonly held: UnknownRecord
}

/** Whether a piece with the id of a call can be one of it: some servers number the pieces of one call differently. */
export function isOpenTo({ held, text }: Call, piece: Piece): boolean {
  if (piece.index === undefined) return true
  const isOfKind = text === (piece.isCustom ? 'input' : 'arguments')
  return isOfKind && textIn(held, text) === '' && (piece.name === '' || piece.name === textIn(held, 'name'))
}

/** Whether a piece belongs to a call that has its index or its id, and does not begin another one. */
export function continues(call: Call, piece: Piece): boolean {
  const [known, name, text] = [idIn(call), textIn(call.held, 'name'), textIn(call.held, call.text)]
  const isOtherId = piece.id !== '' && known !== '' && piece.id !== known
  if (piece.name === '' || name === '') return true
  if (isRepeat(call, piece)) return true
  // `{}` comes before the arguments of some servers.
  if (isWholeArguments(text))
    return !isOtherId && call.given !== undefined && text.trim() === '{}' && piece.name === name
  if (isOtherId) return text !== '' && piece.name === name
  // Without ids, another name before any argument is another call; with one, it is a piece of the name.
  return text !== '' || piece.name === name || known !== ''
}

/** Whether a piece only says again what the call has: some servers end with the whole call. */
export function isRepeat(call: Call, { id, name, text }: Piece): boolean {
  const known = textIn(call.held, call.text)
  const isSame = name === textIn(call.held, 'name') && (id === '' || id === idIn(call))
  if (!isSame || call.hasBegun !== true || name === '' || !isWholeArguments(known)) return false
  return text === '' || (id !== '' && text === known)
}

/** Returns the id with which the server means a call. */
function idIn({ given, fields }: Call): string {
  return given ?? textIn(fields, 'id')
}
