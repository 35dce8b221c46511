import type {
  BlockAppended,
  BlockAppendOptions,
  BlockContent,
  BlockInfo,
  BlockSharing,
  BlockStore,
} from '@lamella/store'
import { unsupported } from '../errors.ts'
import { lesser } from '../permissions/decide.ts'
import { isMemoryPermission } from '../permissions/permission.ts'
import { type BlockMetadata, metadataOf } from './metadata.ts'
import type { Place } from './place.ts'

/** A store of blocks, with or without sharing. */
export type Blocks = BlockStore & Partial<BlockSharing>

/** A block as it is stored. */
export interface Found {
  readonly info: BlockInfo
  /** With the permission that applies to the agent. */
  readonly metadata: BlockMetadata
  /** The permission of the share, for a shared block. */
  readonly shared: string | undefined
}

/** Reads and writes one block of a store, as its owner or through a share. */
export interface Source {
  find(): Promise<Found | undefined>
  read(id: string, since?: number): Promise<BlockContent | undefined>
  append(found: Found, update: Uint8Array, options: BlockAppendOptions): Promise<BlockAppended>
}

/** @throws LamellaError `BLOCK_UNSUPPORTED` for a shared block, if the store cannot share */
export function sourceOf(blocks: Blocks, { scope, owner, sharedFrom, label }: Place): Source {
  if (sharedFrom === undefined) {
    return {
      find: async () => {
        const info = await blocks.find(scope, label)
        return info && { info, metadata: metadataOf(info), shared: undefined }
      },
      read: (id, since) => blocks.read(scope, id, since),
      append: ({ info }, update, options) => blocks.append(scope, info.id, update, options),
    }
  }
  const sharing = sharingOf(blocks)
  return {
    find: async () => {
      const found = await sharing.findShared(scope, owner, label)
      if (found === undefined) return undefined
      return { info: found.block, metadata: sharedMetadata(found), shared: found.permission }
    },
    read: (id, since) => sharing.readShared(scope, owner, id, since),
    append: ({ info, shared = '' }, update, options) =>
      sharing.appendShared(scope, owner, info.id, update, { ...options, permission: shared }),
  }
}

/** The metadata of a shared block. Its permission is that of the share, but at most that of the block. */
export function sharedMetadata(found: { readonly block: BlockInfo; readonly permission: string }): BlockMetadata {
  const metadata = metadataOf(found.block)
  const { permission } = found
  return {
    ...metadata,
    permission: isMemoryPermission(permission) ? lesser(permission, metadata.permission) : 'ReadOnly',
  }
}

/** Returns the sharing methods of a store. @throws LamellaError `BLOCK_UNSUPPORTED` */
export function sharingOf(blocks: Blocks): BlockSharing {
  const { share, unshare, shares, listShared, findShared, readShared, appendShared } = blocks
  if (share && unshare && shares && listShared && findShared && readShared && appendShared)
    return blocks as BlockSharing
  throw unsupported('sharing', 'Pass a store with the methods of BlockSharing, such as createBlockStore() or sqlite().')
}
