import type { UnknownRecord } from '../../shared/guards.ts'
import { argumentsText, parsedInput, type StreamIds } from '../../shared/response/call-arguments.ts'
import { appendItems, appendText, type Fields, setFields, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { type StreamDelta, type TornPart, tornCall } from '../../shared/response/response.ts'

type Emit = (delta: StreamDelta) => void

/** The blocks of a message while they arrive. An index that a server leaves out is that of the last block, or the next one. */
interface Blocks {
  start(index: number | undefined, block: UnknownRecord, emit: Emit): void
  /** Applies a delta. Returns its type if it is unknown. */
  add(index: number | undefined, delta: UnknownRecord, emit: Emit): string | undefined
  stop(index: number | undefined, emit: Emit): void
  /** Ends all blocks. */
  close(emit: Emit): void
  /** Returns the blocks in their order in the message. */
  all(): Block[]
}

interface Entry {
  readonly index: number
  readonly block: Block
}

export function createBlocks(mends: Mends, idOf: StreamIds): Blocks {
  const entries: Entry[] = []
  const byIndex = new Map<number, Entry>()
  const begin = (given: number | undefined, start: UnknownRecord, emit: Emit): Block => {
    const index = given ?? (entries.at(-1)?.index ?? -1) + 1
    const entry = { index, block: createBlock(start, entries.length, idOf) }
    entries.push(entry)
    byIndex.set(index, entry)
    entry.block.begin(emit)
    return entry.block
  }
  const at = (index: number | undefined): Entry | undefined =>
    index === undefined ? entries.at(-1) : byIndex.get(index)
  return {
    start(index, block, emit) {
      if (index !== undefined && byIndex.has(index))
        mends.add('event', `content[${index}]`, `The stream starts block ${index} twice.`)
      begin(index, block, emit)
    },
    add(index, delta, emit) {
      const kind = kindOf(delta)
      const type = typeOf.get(kind)
      const known = at(index)
      if (known?.block.isOpen() === true && known.block.takes(kind))
        return known.block.add({ ...delta, type: kind }, emit)
      if (type === undefined && known === undefined) return kind
      mends.add(
        'event',
        `content[${index ?? entries.length}]`,
        `The stream continues block ${index}, which is not open.`,
      )
      // Arguments belong to a call that waits for them, wherever they say that they belong.
      const block =
        known?.block.takes(kind) === true
          ? known.block
          : kind === 'input_json_delta'
            ? entries.findLast(({ block }) => block.takes(kind) && block.isOpen())?.block
            : undefined
      return (block ?? begin(known?.index ?? index, { type }, emit)).add({ ...delta, type: kind }, emit)
    },
    stop(index, emit) {
      const known = at(index)
      if (known === undefined)
        mends.add('event', `content[${index}]`, `The stream ends block ${index}, which has not started.`)
      known?.block.close(emit)
    },
    close(emit) {
      for (const { block } of entries) block.close(emit)
    },
    // Sorting is stable: blocks of one index stay in their order.
    all: () => [...entries].sort((a, b) => a.index - b.index).map(({ block }) => block),
  }
}

/** The type of a block that has only deltas. */
const typeOf: ReadonlyMap<string, string> = new Map([
  ['text_delta', 'text'],
  ['citations_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['signature_delta', 'thinking'],
  ['input_json_delta', 'tool_use'],
])

const fieldOf: readonly (readonly [string, string])[] = [
  ['text', 'text_delta'],
  ['thinking', 'thinking_delta'],
  ['signature', 'signature_delta'],
  ['partial_json', 'input_json_delta'],
]

/** Returns the type of a delta; if a server leaves it out, that of its field. */
function kindOf(delta: UnknownRecord): string {
  const { type } = delta
  if (typeof type === 'string' && type !== '') return type
  return fieldOf.find(([field]) => typeof delta[field] === 'string')?.[1] ?? 'delta without a type'
}

/** A block of the content while it arrives. */
export interface Block {
  /** Passes on what the start already has. */
  begin(emit: (delta: StreamDelta) => void): void
  /** Applies a delta. Returns its type if it is unknown. */
  add(delta: UnknownRecord, emit: (delta: StreamDelta) => void): string | undefined
  /** Ends the block. Passes on the arguments that only its start had. */
  close(emit: (delta: StreamDelta) => void): void
  isOpen(): boolean
  /** Whether a delta of this type belongs to a block of this type. */
  takes(kind: string): boolean
  /** Returns the block as it is in a whole response. */
  fields(): Fields
  /** Whether it is a text without text. */
  isEmpty(): boolean
  /** Returns what is left of a block that broke off. Text is whole at any length. */
  torn(): TornPart | undefined
}

/** @param part The number of the block among those that have started. */
function createBlock(start: UnknownRecord, part: number, idOf: StreamIds): Block {
  const fields: Fields = {}
  setFields(fields, start)
  const type = blockType(start)
  fields['type'] = type
  let json: string | undefined
  let isOpen = true
  const isCall = type.endsWith('tool_use')
  /** Passes on a piece of the arguments of a call that can be read. */
  const input = (text: string, emit: (delta: StreamDelta) => void): void => {
    const toolName = textIn(fields, 'name')
    if (toolName === '') return
    emit({ type: 'tool-input', part, toolCallId: idOf(fields, textIn(fields, 'id'), toolName), toolName, text })
  }
  return {
    begin(emit) {
      const text = textIn(fields, 'text')
      const thinking = textIn(fields, 'thinking')
      if (type === 'tool_use') input('', emit)
      else if (type === 'text' && text !== '') emit({ type: 'text', part, text })
      else if (type === 'thinking' && thinking !== '') emit({ type: 'reasoning', part, text: thinking })
    },
    add(delta, emit) {
      const kind = textIn(delta, 'type')
      switch (kind) {
        case 'text_delta':
          if (appendText(fields, 'text', delta['text'])) emit({ type: 'text', part, text: textIn(delta, 'text') })
          return undefined
        case 'thinking_delta': {
          const piece = delta['thinking'] ?? delta['text']
          if (appendText(fields, 'thinking', piece)) emit({ type: 'reasoning', part, text: piece })
          return undefined
        }
        case 'signature_delta':
          setFields(fields, { signature: delta['signature'] })
          return undefined
        case 'input_json_delta': {
          const text = argumentsText(delta['partial_json'])
          json = (json ?? '') + text
          if (type === 'tool_use' && text !== '') input(text, emit)
          return undefined
        }
        case 'citations_delta':
          appendItems(fields, 'citations', [delta['citation']])
          return undefined
        case 'compaction_delta':
          // The whole summary at once, or null if there is none.
          for (const name of ['content', 'encrypted_content']) if (name in delta) fields[name] = delta[name]
          return undefined
        default:
          return kind
      }
    },
    close(emit) {
      const given = fields['input']
      if (isOpen && type === 'tool_use' && !json && Object.keys(Object(given)).length > 0)
        input(argumentsText(given), emit)
      isOpen = false
    },
    isOpen: () => isOpen,
    takes: (kind) => {
      if (kind === 'input_json_delta') return isCall
      const wanted = kind === 'text_delta' || kind === 'citations_delta' ? 'text' : 'thinking'
      return !/^(?:text|citations|thinking|signature)_delta$/.test(kind) || type === wanted
    },
    fields() {
      const text = json?.trim() ?? ''
      // Some servers have all arguments in the start, and an empty object in the deltas.
      const isInStart = text === '' || (text === '{}' && Object.keys(Object(fields['input'])).length > 0)
      return isInStart ? { ...fields } : { ...fields, input: parsedInput(json as string) }
    },
    isEmpty: () => type === 'text' && textIn(fields, 'text') === '',
    torn() {
      if (!isOpen) return undefined
      if (isCall) return tornCall(textIn(fields, 'id'), textIn(fields, 'name'), json ?? '')
      // All others are whole from their start.
      const isTorn = (type === 'thinking' && textIn(fields, 'signature') === '') || type === 'compaction'
      return isTorn ? { type: 'reasoning', text: textIn(fields, 'thinking') } : undefined
    },
  }
}

/** Returns the type of a block; if a server leaves it out, that of its fields. */
export function blockType(block: UnknownRecord): string {
  const { type } = block
  if (typeof type === 'string' && type !== '') return type
  if (typeof block['text'] === 'string') return 'text'
  if (typeof block['thinking'] === 'string') return 'thinking'
  return 'name' in block && 'input' in block ? 'tool_use' : ''
}
