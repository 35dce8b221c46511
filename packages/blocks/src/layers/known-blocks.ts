import type { Scope } from '@lamella/core'
import type { BlockMemory } from '../store/block-memory.ts'
import type { BlockMetadata } from '../store/metadata.ts'

/** The part of a memory that layers use. */
export type BlockReader = Pick<BlockMemory, 'scope' | 'listBlocks' | 'listSharedBlocks' | 'getRenderedContent'>

/** A block of an agent, or a block shared with it. */
export interface KnownBlock {
  /** The label; `label@owner` for a shared block. No label contains an `@`. */
  readonly name: string
  readonly metadata: BlockMetadata
  /** The owner of a shared block. */
  readonly owner?: Scope
  /** The owner as the model sees it. */
  readonly sharedFrom?: string
}

/**
 * Returns all blocks of an agent: its own by label, then shared ones by label and owner. The order is by code unit, so
 * it is the same with every store and on every machine.
 */
export async function knownBlocks(
  memory: Pick<BlockReader, 'listBlocks' | 'listSharedBlocks'>,
  agent: string,
): Promise<readonly KnownBlock[]> {
  const [own, shared] = await Promise.all([memory.listBlocks(agent), memory.listSharedBlocks(agent)])
  const names = new Set<string>()
  return [
    ...sorted(own, ({ label }) => [label]).map((metadata) => ({ name: metadata.label, metadata })),
    ...sorted(shared, ({ label, sharedFrom, owner: { user = '', agent = '' }, id }) => {
      return [label, sharedFrom, user, agent, id]
    }).map((metadata): KnownBlock => {
      const { label, owner, sharedFrom } = metadata
      return { name: freeName(`${label}@${sharedFrom}`, names), metadata, owner, sharedFrom }
    }),
  ]
}

/** Agents of different users may have the same name. The second block is then called `label@owner#2`. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count++) name = `${wanted}#${count}`
  taken.add(name)
  return name
}

function sorted<Item>(items: readonly Item[], keyOf: (item: Item) => readonly string[]): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item).join('\0') }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item)
}
