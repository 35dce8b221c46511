import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { StreamDelta } from '../../shared/response/delta.ts'
import { appendText, type Fields, setFields, textIn } from '../../shared/response/fields.ts'
import { readIndex } from '../../shared/response/indexes.ts'
import { isJsonObject } from '../../shared/response/is-json-object.ts'
import type { TornPart } from '../../shared/response/torn-part.ts'

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

interface Call {
  readonly index: number
  /** Outside `tool_calls`: the `function_call` of older models. */
  readonly isLegacy: boolean
  readonly fields: Fields
  /** The record with name and text, and the field of the text. */
  readonly held: Fields
  readonly text: 'arguments' | 'input'
}

/**
 * Puts the pieces of calls together, by index. Servers that send none are read by id, and a piece without either belongs to
 * the last call. A second name and id under the same index are a second call: gateways to Gemini number all calls 0
 * (omnigent-ai/omnigent#28, QuantumNous/new-api#2701, read on 2026-11-23).
 */
export function createCalls(title: string): StreamedCalls {
  const calls: Call[] = []
  const byIndex = new Map<number, Call>()
  const start = (index: number, isLegacy: boolean, isCustom: boolean): Call => {
    const held: Fields = {}
    const fields: Fields = isLegacy
      ? held
      : { type: isCustom ? 'custom' : 'function', [isCustom ? 'custom' : 'function']: held }
    const call: Call = { index, isLegacy, fields, held, text: isCustom ? 'input' : 'arguments' }
    // Arguments may be missing for functions without parameters.
    held[call.text] = ''
    calls.push(call)
    return call
  }
  const find = (piece: UnknownRecord, index: number | undefined, held: UnknownRecord): Call => {
    const id = textIn(piece, 'id')
    const known =
      index !== undefined
        ? byIndex.get(index)
        : id === ''
          ? calls.at(-1)
          : calls.find(({ fields }) => fields['id'] === id)
    const isNext =
      known !== undefined &&
      id !== '' &&
      id !== known.fields['id'] &&
      textIn(held, 'name') !== '' &&
      'name' in known.held
    if (known !== undefined && !isNext) return known
    const call = start(index ?? calls.length, false, isRecord(piece['custom']))
    byIndex.set(call.index, call)
    return call
  }
  const take = (call: Call, held: UnknownRecord, emit: (delta: StreamDelta) => void, part: number): void => {
    const before = 'name' in call.held
    setFields(call.held, held, [call.text])
    const text = textIn(held, call.text)
    appendText(call.held, call.text, text)
    if (text === '' && before) return
    const toolCallId = textIn(call.fields, 'id')
    emit({ type: 'tool-input', part, toolCallId, toolName: textIn(call.held, 'name'), text })
  }
  const whole = (): Call[] => [...calls].sort((a, b) => a.index - b.index)
  const isWhole = ({ held, text }: Call): boolean => text === 'arguments' && isJsonObject(textIn(held, text))
  return {
    add(delta, emit, numbers) {
      const list = Array.isArray(delta['tool_calls']) ? delta['tool_calls'] : []
      for (const piece of list.filter(isRecord)) {
        const index = piece['index'] ?? undefined
        const held = [piece['function'], piece['custom']].find(isRecord) ?? {}
        const call = find(piece, index === undefined ? undefined : readIndex(title, index, 'index of a call'), held)
        setFields(
          call.fields,
          piece,
          ['index', 'type', 'function', 'custom'].concat(textIn(piece, 'id') === '' ? 'id' : []),
        )
        take(call, held, emit, numbers(call))
      }
      const legacy = delta['function_call']
      if (!isRecord(legacy)) return
      const call = calls.find(({ isLegacy }) => isLegacy) ?? start(0, true, false)
      take(call, legacy, emit, numbers(call))
    },
    all: whole,
    finished: () => whole().filter(isWhole),
    torn: () =>
      whole()
        .filter((call) => !isWhole(call))
        .map(({ fields, held, text }) => ({
          type: 'tool-call',
          toolCallId: textIn(fields, 'id'),
          toolName: textIn(held, 'name'),
          text: textIn(held, text),
        })),
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
