import type { Scope } from '@lamella/core'
import type { BlockMemory, SharedBlockInfo } from '../store/block-memory.ts'
import type { BlockMetadata } from '../store/metadata.ts'

/** What layers need of a memory. */
export type BlockReader = Pick<BlockMemory, 'scope' | 'listBlocks' | 'listSharedBlocks' | 'getRenderedContent'>

/** A block that an agent has: its own, or one that is shared with it. */
export interface KnownBlock {
  /** What it is called among all of them: its label, and `label@owner` for one that is shared. No label has an `@`. */
  readonly name: string
  readonly metadata: BlockMetadata
  /** Whose it is, where it is another one's. */
  readonly owner?: Scope
  /** The owner as the model is told it. */
  readonly sharedFrom?: string
}

/**
 * All blocks of an agent: its own by label, then those that are shared with it by label and owner, in code unit order, so that
 * every store and every machine gives the same.
 */
export async function knownBlocks(
  memory: Pick<BlockReader, 'listBlocks' | 'listSharedBlocks'>,
  agent: string,
): Promise<readonly KnownBlock[]> {
  const [own, shared] = await Promise.all([memory.listBlocks(agent), memory.listSharedBlocks(agent)])
  const names = new Set<string>()
  return [
    ...own.toSorted((a, b) => compare(a.label, b.label)).map((metadata) => ({ name: metadata.label, metadata })),
    ...shared.toSorted(compareShared).map((metadata): KnownBlock => {
      const { label, owner, sharedFrom } = metadata
      return { name: freeName(`${label}@${sharedFrom}`, names), metadata, owner, sharedFrom }
    }),
  ]
}

/** Agents of one name may be of several users: the second is called `label@owner#2`. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count++) name = `${wanted}#${count}`
  taken.add(name)
  return name
}

function compareShared(a: SharedBlockInfo, b: SharedBlockInfo): number {
  return compare(a.label, b.label) || compare(a.sharedFrom, b.sharedFrom) || compare(ownerKey(a), ownerKey(b))
}

function ownerKey({ owner, id }: SharedBlockInfo): string {
  return JSON.stringify([owner.user ?? '', owner.agent ?? '', id])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
