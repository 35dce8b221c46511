import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { argumentsText, idMend, isWholeArguments, madeUpId } from '../../shared/response/call-arguments.ts'
import { appendText, type Fields, indexIn, setFields, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { type StreamDelta, type TornPart, tornCall } from '../../shared/response/response.ts'
import { type Call, continues, isOpenTo, isRepeat, type Piece } from './call-pieces.ts'

/** The calls of a message while they arrive. */
export interface StreamedCalls {
  add(delta: UnknownRecord, emit: (delta: StreamDelta) => void, numbers: (part: unknown) => number): void
  all(): readonly Call[]
  /** The calls whose arguments are whole, although the message is not. */
  finished(): readonly Call[]
  torn(): TornPart[]
  /** Returns the message with these calls. */
  addTo(message: Fields, calls: readonly Call[]): Fields
}

/**
 * Puts the pieces of calls together, by index, by id, or by order if a server sends neither. A call whose arguments are whole
 * is finished, so a further name begins another one, whatever its index is: gateways number all calls 0
 * (omnigent-ai/omnigent#28, QuantumNous/new-api#2701), local servers send no ids (vercel/ai#18440, huggingface/smolagents#1569)
 * or one call under several indexes (mudler/LocalAI#9722, danny-avila/LibreChat#14416). A name may come late (vercel/ai#14722),
 * again with each piece (agentscope-ai/agentscope-java#1223), or in pieces (openclaw/openclaw#127603). Read on 2026-11-28.
 *
 * @param responseId Returns the id of the response, from which those of calls are made up.
 */
export function createCalls(responseId: () => unknown, mends: Mends): StreamedCalls {
  const calls: Call[] = []
  const byIndex = new Map<number, Call>()
  const start = (index: number, isLegacy: boolean, isCustom: boolean): Call => {
    const held: Fields = {}
    const fields: Fields = isLegacy
      ? held
      : { type: isCustom ? 'custom' : 'function', [isCustom ? 'custom' : 'function']: held }
    const call: Call = {
      index,
      isLegacy,
      fields,
      held,
      text: isCustom ? 'input' : 'arguments',
      place: calls.length,
      waiting: undefined,
    }
    // Arguments may be missing for functions without parameters.
    held[call.text] = ''
    calls.push(call)
    return call
  }
  const lastListed = (): Call | undefined => calls.findLast(({ isLegacy }) => !isLegacy)
  const find = (piece: Piece): Call => {
    const { index, id, name } = piece
    const byId = id === '' ? undefined : calls.find((call) => call.given === id && isOpenTo(call, piece))
    const last = lastListed()
    // A piece of neither belongs to the last call, if that is not whole.
    const isLoose = id === '' && name === '' && last !== undefined && !isWhole(last)
    const at = index === undefined ? undefined : byIndex.get(index)
    const known = at ?? byId ?? (index === undefined || isLoose ? last : undefined)
    if (known !== undefined && continues(known, piece)) return known
    const call = start(index ?? (last === undefined ? 0 : last.index + 1), false, piece.isCustom)
    byIndex.set(call.index, call)
    return call
  }
  const whole = (): Call[] => [...calls].sort((a, b) => a.index - b.index)
  /** Passes on a call once it has a name, with an id that stays. */
  const pass = (call: Call, text: string, emit: (delta: StreamDelta) => void, part: () => number): void => {
    const toolName = textIn(call.held, 'name')
    const hasBegun = call.waiting === undefined && call.hasBegun === true
    const ready = (call.waiting ?? '') + text
    const isLate = !call.isLegacy && textIn(call.fields, 'id') === '' && ready === ''
    if (toolName === '' || isLate) {
      call.waiting = ready
      return
    }
    if (hasBegun && text === '') return
    if (!call.isLegacy && textIn(call.fields, 'id') === '') nameCall(call)
    call.waiting = undefined
    call.hasBegun = true
    emit({ type: 'tool-input', part: part(), toolCallId: textIn(call.fields, 'id'), toolName, text: ready })
  }
  const nameCall = (call: Call): void => {
    const taken = new Set(calls.map(({ fields }) => textIn(fields, 'id')))
    call.fields['id'] = madeUpId(responseId(), call.place, textIn(call.held, 'name'), taken)
    mends.add('call-id', `choices[].message.tool_calls[${call.place}]`, idMend(call.given ?? ''))
  }
  return {
    add(delta, emit, numbers) {
      const list = delta['tool_calls']
      for (const record of (Array.isArray(list) ? list : [list]).filter(isRecord)) {
        const piece = withNext(pieceIn(record), lastListed())
        const call = find(piece)
        setFields(
          call.fields,
          record,
          ['index', 'type', 'function', 'custom'].concat(record === piece.held ? ['name', 'arguments', 'id'] : 'id'),
        )
        if (piece.id !== '' && call.given === undefined && textIn(call.fields, 'id') === '') {
          call.given = piece.id
          if (!calls.some(({ fields }) => fields['id'] === piece.id)) call.fields['id'] = piece.id
        }
        const isAgain = isRepeat(call, piece)
        const text = isAgain ? '' : piece.text
        if (isAgain && piece.id === '') call.next = piece.name
        take(call, piece, text)
        pass(call, text, emit, () => numbers(call))
      }
      const legacy = delta['function_call']
      if (!isRecord(legacy)) return
      const piece = pieceIn({ function: legacy })
      const known = calls.find(({ isLegacy }) => isLegacy)
      // Some servers send an empty one with everything.
      if (known === undefined && piece.name === '' && piece.text === '') return
      const call = known ?? start(0, true, false)
      take(call, piece, piece.text)
      pass(call, piece.text, emit, () => numbers(call))
    },
    all: whole,
    finished: () => whole().filter((call) => isWhole(call) && textIn(call.held, 'name') !== ''),
    torn: () =>
      whole()
        .filter((call) => !isWhole(call))
        .map(({ fields, held, text }) => tornCall(textIn(fields, 'id'), textIn(held, 'name'), textIn(held, text))),
    addTo: (message, chosen) => {
      const listed = chosen.filter(({ isLegacy }) => !isLegacy).map(({ fields }) => fields)
      const legacy = chosen.find(({ isLegacy }) => isLegacy)?.fields
      return {
        ...message,
        ...(listed.length > 0 && { tool_calls: listed }),
        ...(legacy !== undefined && { function_call: legacy }),
      }
    },
  }
}

/** Returns a piece of arguments with the name that came before it, alone, after the whole arguments of another call. */
function withNext(piece: Piece, last: Call | undefined): Piece {
  const { next = '' } = last ?? {}
  return piece.name !== '' || piece.text.trim() === '' || next === '' ? piece : { ...piece, name: next }
}

function isWhole({ held, text }: Call): boolean {
  return text === 'arguments' && isWholeArguments(textIn(held, text))
}

function pieceIn(record: UnknownRecord): Piece {
  const { function: called, custom } = record
  // Some servers send the name and the arguments without `function` around them.
  const held = [called, custom].find(isRecord) ?? record
  const isCustom = isRecord(custom)
  const text = argumentsText(held[isCustom ? 'input' : 'arguments'])
  const id = typeof record['id'] === 'number' ? String(record['id']) : textIn(record, 'id')
  return { index: indexIn(record['index']), id, name: textIn(held, 'name'), text, isCustom, held }
}

/** Adds a piece. A name under the same id that does not repeat the one before continues it. */
function take(call: Call, { name, held, isCustom }: Piece, text: string): void {
  const known = textIn(call.held, 'name')
  setFields(call.held, held, ['name', 'id', 'index', 'type', isCustom ? 'input' : 'arguments'])
  if (name !== '')
    call.held['name'] = known === '' || name.startsWith(known) ? name : known.endsWith(name) ? known : known + name
  appendText(call.held, call.text, text)
}
