import type { UnknownRecord } from '../../shared/guards.ts'
import type { Mends } from '../../shared/response/mends.ts'
import type { StreamDelta } from '../../shared/response/response.ts'
import type { StreamIds } from '../../shared/response/stream-ids.ts'
import { type Block, createBlock } from './block.ts'

type Emit = (delta: StreamDelta) => void

/** The blocks of a message while they arrive. An index that a server leaves out is that of the last block, or the next one. */
export interface Blocks {
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
