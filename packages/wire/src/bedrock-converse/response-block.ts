import {
  appendItems,
  appendText,
  type Fields,
  isRecord,
  parsedInput,
  responseError,
  type StreamDelta,
  setFields,
  type TornPart,
  textIn,
  type UnknownRecord,
} from '../kit/index.ts'

type Emit = (delta: StreamDelta) => void

/** A block of the message while it arrives. */
interface ConverseBlock {
  begin(emit: Emit): void
  /** Applies a delta. Returns its kind if it is unknown. */
  add(delta: UnknownRecord, emit: Emit): string | undefined
  close(): void
  fields(): Fields
  torn(): TornPart | undefined
}

/** @param part The number of the block among those that have started. */
export function createConverseBlock(title: string, part: number, start: UnknownRecord): ConverseBlock {
  const said: Fields = {}
  const thought: Fields = {}
  const call: Fields = {}
  const other: Fields = {}
  const isCall = isRecord(start['toolUse'])
  if (isRecord(start['toolUse'])) setFields(call, start['toolUse'], ['input'])
  else setFields(other, start)
  let redacted: Uint8Array | string | undefined
  let input = ''
  let isOpen = true
  const inputDelta = (text: string): StreamDelta => {
    return { type: 'tool-input', part, toolCallId: textIn(call, 'toolUseId'), toolName: textIn(call, 'name'), text }
  }
  const think = ({ text, signature, redactedContent }: UnknownRecord, emit: Emit): void => {
    if (appendText(thought, 'text', text) && text !== '') emit({ type: 'reasoning', part, text })
    setFields(thought, { signature })
    if (redactedContent instanceof Uint8Array || typeof redactedContent === 'string')
      redacted = joined(redacted, redactedContent)
  }
  return {
    begin: (emit) => {
      if (isCall) emit(inputDelta(''))
    },
    add(delta, emit) {
      if (!isOpen) throw responseError(title, 'malformed', 'The stream continues a block that has stopped')
      const { text, toolUse, reasoningContent, citation } = delta
      if (isCall && isRecord(toolUse)) {
        const piece = textIn(toolUse, 'input')
        input += piece
        if (piece !== '') emit(inputDelta(piece))
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
      if (isCall)
        return { type: 'tool-call', toolCallId: textIn(call, 'toolUseId'), toolName: textIn(call, 'name'), text: input }
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
