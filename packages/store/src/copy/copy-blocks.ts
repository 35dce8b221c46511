import type { Scope } from '@lamella/core'
import { ownerOf } from '../check/check.ts'
import { compareOwners } from '../check/check-share.ts'
import { blockExists } from '../check/store-errors.ts'
import type { BlockShare, BlockSharing } from '../contract/block-sharing.ts'
import type { BlockContent, BlockStore, StoredBlock } from '../contract/block-store.ts'
import { allOf } from './all-of.ts'
import { type CopyResult, capable } from './copy-result.ts'

/** The result of a copy of blocks. */
export interface CopyBlocksResult extends CopyResult {
  /** Blocks whose shares were not copied, because the store to copy to cannot share. */
  readonly unshared: readonly string[]
}

type Store = BlockStore & Partial<BlockSharing>

/** A block with everything that is copied. */
interface Whole {
  readonly block: StoredBlock
  /** The snapshot if there is one, then the updates. */
  readonly pieces: readonly Uint8Array[]
  readonly hasSnapshot: boolean
  readonly shares: readonly BlockShare[]
}

/**
 * Copies the blocks of exactly this scope from one store to another: snapshot, updates, label, kind, metadata, text,
 * times of creation and of the last update, and with whom they are shared. The blocks in `from` stay. Revisions begin
 * anew, and names of operations are not copied: updates may safely arrive twice.
 *
 * Checks all blocks before it changes anything: a block with the same data in `to` is skipped, and one that an
 * interrupted copy began is completed, so a copy can be run again; a different one fails the copy, since neither of the
 * two may be lost. Then copies the others one by one, in order of their ids. Updates appended to a block while it is
 * copied are not in the copy: stop all writers before the last run.
 *
 * @throws LamellaError `BLOCK_EXISTS`, `OPTION_INVALID` for something else than a store of blocks
 * @example
 * await copyBlocks((await sqlite('./agent.db')).blocks, (await postgres(pool)).blocks, scope)
 */
export async function copyBlocks(from: Store, to: Store, scope: Scope): Promise<CopyBlocksResult> {
  ownerOf(scope)
  capable('copyBlocks', 'from', from, 'read')
  capable('copyBlocks', 'to', to, 'create')
  const copied: string[] = []
  const present: string[] = []
  const unshared: string[] = []
  const listed = allOf(async (request) => {
    const { blocks, more } = await from.list(scope, request)
    return { items: blocks, more }
  })
  for await (const { id } of listed) {
    const wanted = await wholeOf(from, scope, id)
    // Deleted since it was listed.
    if (wanted === undefined) continue
    if (wanted.shares.length > 0 && to.share === undefined) unshared.push(id)
    const there = await wholeOf(to, scope, id)
    const labelled = there?.block ?? (await to.find(scope, wanted.block.label))
    if (labelled !== undefined && (there === undefined || !isBegunOf(there, wanted))) throw blockExists(labelled)
    if (there !== undefined && isSame(there, wanted, to)) present.push(id)
    else copied.push(id)
  }
  for (const id of copied) await copyBlock(from, to, scope, id)
  return { copied, present, unshared }
}

async function wholeOf(store: Store, scope: Scope, id: string): Promise<Whole | undefined> {
  for (;;) {
    const content = await store.read(scope, id)
    const block = await store.get(scope, id)
    if (content === undefined || block === undefined) return undefined
    // Otherwise a text could pass for that of an update which it does not reflect.
    if (content.revision !== block.revision) continue
    const shares = (await store.shares?.(scope, id)) ?? []
    return { block, pieces: piecesOf(content), hasSnapshot: content.snapshot !== undefined, shares }
  }
}

function piecesOf({ snapshot, updates }: BlockContent): readonly Uint8Array[] {
  return snapshot === undefined ? updates : [snapshot, ...updates]
}

/** Returns whether a block can be what an interrupted copy of another one left. */
function isBegunOf(there: Whole, wanted: Whole): boolean {
  const { label, kind, meta } = wanted.block
  return (
    there.block.label === label &&
    there.block.kind === kind &&
    JSON.stringify(there.block.meta) === JSON.stringify(meta) &&
    (there.block.text === wanted.block.text || there.block.text === '') &&
    there.pieces.length <= wanted.pieces.length &&
    (!there.hasSnapshot || wanted.hasSnapshot) &&
    there.pieces.every((piece, index) => sameBytes(piece, wanted.pieces[index])) &&
    there.shares.every((share) => wanted.shares.some((other) => sameShare(share, other)))
  )
}

/** Returns whether nothing is left to copy to a block that is the same as far as it goes. */
function isSame(there: Whole, wanted: Whole, to: Store): boolean {
  return (
    there.pieces.length === wanted.pieces.length &&
    there.hasSnapshot === wanted.hasSnapshot &&
    there.block.text === wanted.block.text &&
    (isStale(wanted.block) || !isStale(there.block)) &&
    (to.share === undefined || there.shares.length === wanted.shares.length)
  )
}

function isStale({ textRevision, contentRevision }: StoredBlock): boolean {
  return textRevision < contentRevision
}

function sameBytes(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index])
}

function sameShare(a: BlockShare, b: BlockShare): boolean {
  const isSameScope = compareOwners(ownerOf(a.scope), ownerOf(b.scope)) === 0
  return isSameScope && a.permission === b.permission && a.write === b.write
}

/** Copies a block, or the rest of it. Each step can be repeated. */
async function copyBlock(from: Store, to: Store, scope: Scope, id: string): Promise<void> {
  const wanted = await wholeOf(from, scope, id)
  if (wanted === undefined) return
  const { block, pieces, hasSnapshot, shares } = wanted
  const { label, kind, meta, text, textRevision, createdAt, updatedAt } = block
  if ((await to.get(scope, id)) === undefined) {
    const named = { id, label, kind, meta, ...(textRevision > 0 && { text }) }
    await to.create(scope, named, createdAt === undefined ? {} : { at: new Date(createdAt) })
  }
  let { revision } = (await to.get(scope, id)) as StoredBlock
  for (const [index, piece] of pieces.entries()) {
    const at = index === pieces.length - 1 ? updatedAt : createdAt
    const options = { operation: `copied ${index}`, ...(at !== undefined && { at: new Date(at) }) }
    const appended = await to.append(scope, id, piece, options)
    revision = Math.max(revision, appended.revision)
    if (index === 0 && hasSnapshot) await to.compact(scope, id, piece, appended.revision)
  }
  if (textRevision > 0 && !isStale(block)) await to.setText(scope, id, text, revision)
  for (const { scope: grantee, permission, write } of shares) {
    await to.share?.(scope, id, grantee, { permission, write })
  }
}
