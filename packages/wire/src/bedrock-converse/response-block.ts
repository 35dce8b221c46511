import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { argumentsText, parsedInput } from '../shared/response/call-arguments.ts'
import { appendItems, appendText, type Fields, setFields, textIn } from '../shared/response/fields.ts'
import { type StreamDelta, type TornPart, tornCall } from '../shared/response/response.ts'
import type { StreamIds } from '../shared/response/stream-ids.ts'

type Emit = (delta: StreamDelta) => void

/** A block of the message while it arrives. */
interface ConverseBlock {
  begin(emit: Emit): void
  /** Applies a delta. Returns its kind if it is unknown. */
  add(delta: UnknownRecord, emit: Emit): string | undefined
  close(): void
  /** Whether a delta belongs to this block. */
  takes(delta: UnknownRecord): boolean
  fields(): Fields
  torn(): TornPart | undefined
}

/** @param part The number of the block among those that have started. */
export function createConverseBlock(part: number, start: UnknownRecord, idOf: StreamIds): ConverseBlock {
  const said: Fields = {}
  const thought: Fields = {}
  const call: Fields = {}
  const other: Fields = {}
  const isCall = isRecord(start['toolUse'])
  if (isRecord(start['toolUse'])) setFields(call, start['toolUse'], ['input'])
  else setFields(other, start)
  let redacted: Uint8Array | string | undefined
  // Some servers have whole arguments in the start.
  let input = isRecord(start['toolUse']) ? argumentsText(start['toolUse']['input']) : ''
  let isOpen = true
  const emitInput = (text: string, emit: Emit): void => {
    const toolName = textIn(call, 'name')
    if (toolName === '') return
    emit({ type: 'tool-input', part, toolCallId: idOf(call, textIn(call, 'toolUseId'), toolName), toolName, text })
  }
  const think = ({ text, signature, redactedContent }: UnknownRecord, emit: Emit): void => {
    if (appendText(thought, 'text', text) && text !== '') emit({ type: 'reasoning', part, text })
    setFields(thought, { signature })
    if (redactedContent instanceof Uint8Array || typeof redactedContent === 'string')
      redacted = joined(redacted, redactedContent)
  }
  return {
    begin: (emit) => {
      if (isCall) emitInput(input, emit)
    },
    add(delta, emit) {
      const { text, toolUse, reasoningContent, citation } = delta
      if (isCall && isRecord(toolUse)) {
        const piece = argumentsText(toolUse['input'])
        input += piece
        if (piece !== '') emitInput(piece, emit)
      } else if (typeof text === 'string') {
        appendText(said, 'text', text)
        if (text !== '') emit({ type: 'text', part, text })
      } else if (isRecord(reasoningContent)) think(reasoningContent, emit)
      else if (isRecord(citation)) appendItems(said, 'citations', [citation])
      else return Object.keys(delta)[0] ?? 'delta without content'
      return undefined
    },
    close() {
      isOpen = false
    },
    takes(delta) {
      if (!isOpen || isCall !== isRecord(delta['toolUse'])) return false
      const isThinking = Object.keys(thought).length > 0 || redacted !== undefined
      const isSaid = Object.keys(said).length > 0
      return isRecord(delta['reasoningContent']) ? !isSaid : !isThinking
    },
    fields() {
      if (isCall) return { toolUse: { ...call, input: parsedInput(input) } }
      if (redacted !== undefined) return { reasoningContent: { redactedContent: redacted } }
      if (Object.keys(thought).length > 0) return { reasoningContent: { reasoningText: { ...thought } } }
      const { citations, text } = said
      if (citations !== undefined) return { citationsContent: { content: [{ text: text ?? '' }], citations } }
      return text === undefined && Object.keys(other).length > 0 ? { ...other } : { text: text ?? '' }
    },
    torn() {
      if (!isOpen) return undefined
      if (isCall) return tornCall(textIn(call, 'toolUseId'), textIn(call, 'name'), input)
      const isTorn = Object.keys(thought).length > 0 && textIn(thought, 'signature') === ''
      return isTorn ? { type: 'reasoning', text: textIn(thought, 'text') } : undefined
    },
  }
}

/** Joins redacted reasoning: bytes of the AWS SDK, or base64 text. */
function joined(before: Uint8Array | string | undefined, piece: Uint8Array | string): Uint8Array | string {
  if (before === undefined) return piece
  if (typeof before === 'string' || typeof piece === 'string') return `${before}${piece}`
  const both = new Uint8Array(before.length + piece.length)
  both.set(before)
  both.set(piece, before.length)
  return both
}
