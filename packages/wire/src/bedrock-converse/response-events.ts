import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import type { Accumulator } from '../shared/response/accumulator.ts'
import { argumentsText, parsedInput, type StreamIds, streamIdsFor } from '../shared/response/call-arguments.ts'
import { appendItems, appendText, childOf, type Fields, placeIn, setFields, textIn } from '../shared/response/fields.ts'
import type { Mends } from '../shared/response/mends.ts'
import { providerError, responseError } from '../shared/response/problem.ts'
import { type StreamDelta, type TornPart, tornCall } from '../shared/response/response.ts'
import { serverCall } from './decode.ts'

type Block = ReturnType<typeof createConverseBlock>

const title = 'Bedrock Converse'

/**
 * Puts events together: `messageStart`, blocks by `contentBlockIndex`, `messageStop`, and `metadata` with the usage. Blocks of
 * text have no start.
 *
 * Source: docs.aws.amazon.com/bedrock/latest/APIReference, `ConverseStreamOutput`. Read on 2026-11-23.
 */
export function accumulateConverse(_choice: number, mends: Mends): Accumulator {
  const body: Fields = {}
  const message: Fields = { role: 'assistant' }
  const entries: { readonly index: number; readonly block: Block }[] = []
  const byIndex = new Map<number, Block>()
  const idOf = streamIdsFor(() => '')
  let state: 'empty' | 'open' | 'complete' = 'empty'
  const refuse = (problem: string): never => {
    throw responseError(title, 'malformed', `The stream ${problem}`)
  }
  const at = (event: UnknownRecord): number | undefined =>
    placeIn(event['contentBlockIndex'], 'contentBlockIndex', mends)
  const begin = (given: number | undefined, start: UnknownRecord): Block => {
    const index = given ?? (entries.at(-1)?.index ?? -1) + 1
    const block = createConverseBlock(entries.length, start, idOf)
    entries.push({ index, block })
    byIndex.set(index, block)
    return block
  }
  const find = (index: number | undefined): Block | undefined =>
    index === undefined ? entries.at(-1)?.block : byIndex.get(index)
  /** Sorting is stable: blocks of one index stay in their order. */
  const all = (): Block[] => [...entries].sort((a, b) => a.index - b.index).map(({ block }) => block)
  const bodyWith = (content: readonly Fields[]): UnknownRecord => ({
    ...body,
    output: { message: { ...message, content } },
  })
  return {
    add(event, emit) {
      const [found] = Object.entries(event).filter(([, value]) => isRecord(value))
      const [name, value] = (found ?? ['event without content', {}]) as [string, UnknownRecord]
      if (name.endsWith('Exception')) throw providerError(title, { type: name, ...value, message: value['message'] })
      if (known.has(name) && state === 'empty') state = 'open'
      switch (name) {
        case 'messageStart':
          setFields(message, value, ['content'])
          return undefined
        case 'contentBlockStart': {
          const index = at(value)
          if (index !== undefined && byIndex.has(index))
            mends.add('event', `content[${index}]`, `The stream starts block ${index} twice.`)
          begin(index, isRecord(value['start']) ? value['start'] : {}).begin(emit)
          return undefined
        }
        case 'contentBlockDelta': {
          const index = at(value)
          const { delta } = value
          if (!isRecord(delta)) return refuse('has a delta that is not an object')
          const known = find(index)
          if (known?.takes(delta) === true) return known.add(delta, emit)
          if (known !== undefined)
            mends.add(
              'event',
              `content[${index}]`,
              `The stream continues block ${index}, which is of another kind or has stopped.`,
            )
          return begin(index, isRecord(delta['toolUse']) ? { toolUse: {} } : {}).add(delta, emit)
        }
        case 'contentBlockStop':
          // An empty text has neither start nor delta.
          find(at(value))?.close()
          return undefined
        case 'messageStop':
          setFields(body, value)
          for (const { block } of entries) block.close()
          state = 'complete'
          return undefined
        case 'metadata':
          setFields(body, value, ['output'])
          return undefined
        default:
          return name
      }
    },
    state: () => state,
    body: () => bodyWith(all().map((block) => block.fields())),
    kept() {
      const found = all()
      const torn = found.flatMap((block) => block.torn() ?? [])
      const whole = found.filter((block) => block.torn() === undefined).map((block) => block.fields())
      return {
        body: bodyWith(whole.filter((block) => block['text'] === undefined || textIn(block, 'text') !== '')),
        torn,
      }
    },
  }
}

const known: ReadonlySet<string> = new Set([
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
])

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
function createConverseBlock(part: number, start: UnknownRecord, idOf: StreamIds): ConverseBlock {
  const said: Fields = {}
  const thought: Fields = {}
  const call: Fields = {}
  const other: Fields = {}
  const isCall = isRecord(start['toolUse'])
  if (isRecord(start['toolUse'])) setFields(call, start['toolUse'], ['input'])
  else if (isRecord(start['toolResult'])) setFields(childOf(other, 'toolResult'), start['toolResult'])
  else setFields(other, start)
  let redacted: Uint8Array | string | undefined
  // Some servers have whole arguments in the start.
  let input = isRecord(start['toolUse']) ? argumentsText(start['toolUse']['input']) : ''
  let isOpen = true
  const emitInput = (text: string, emit: Emit): void => {
    const toolName = textIn(call, 'name')
    if (toolName === '' || call['type'] === serverCall) return
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
      const { text, toolUse, toolResult, reasoningContent, citation } = delta
      if (isCall && isRecord(toolUse)) {
        const piece = argumentsText(toolUse['input'])
        input += piece
        if (piece !== '') emitInput(piece, emit)
      } else if (typeof text === 'string') {
        appendText(said, 'text', text)
        if (text !== '') emit({ type: 'text', part, text })
      } else if (isRecord(reasoningContent)) think(reasoningContent, emit)
      else if (isRecord(citation)) appendItems(said, 'citations', [citation])
      else if (Array.isArray(toolResult)) addPieces(childOf(other, 'toolResult'), toolResult.filter(isRecord))
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

/** Adds pieces to the result of a call that Bedrock answers: a text goes on, anything else follows. */
function addPieces(result: Fields, pieces: readonly UnknownRecord[]): void {
  for (const piece of pieces) {
    const { content } = result
    const last: unknown = Array.isArray(content) ? content.at(-1) : undefined
    if (isRecord(last) && 'text' in last && appendText(last as Fields, 'text', piece['text'])) continue
    appendItems(result, 'content', [{ ...piece }])
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
