import type { Scope } from '@lamella/core'
import type { BlockCache } from '../cache/cache.ts'
import { badValue } from '../document/check-value.ts'
import { blockError } from '../errors.ts'
import { decide, isAtMost } from '../permissions/decide.ts'
import { isMemoryPermission, type MemoryPermission, memoryPermissions } from '../permissions/permission.ts'
import type { BlockMemory } from '../store/block-memory.ts'
import { type BlockMetadata, mustBeReadable } from '../store/metadata.ts'
import { nameOf, type Places } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'
import { sharedMetadata, sharingOf } from '../store/source.ts'
import type { Guard } from './guard.ts'

type Sharing = Pick<BlockMemory, 'listSharedBlocks' | 'shareBlock' | 'unshareBlock' | 'listShares'>

export function createShareOperations({ blocks }: Settings, places: Places, cache: BlockCache, guard: Guard): Sharing {
  const scopeText = ({ tenant, user, agent }: Scope): string => JSON.stringify({ tenant, user, agent })
  return {
    listSharedBlocks: async (agent) => {
      const all = await sharingOf(blocks).listShared(places.agentOf(agent))
      return all.map((found) => ({
        ...sharedMetadata(found),
        owner: found.owner,
        sharedFrom: nameOf(found.owner),
      }))
    },
    shareBlock: async (agent, label, grantee, options) => {
      const sharing = sharingOf(blocks)
      const { permission } = options ?? {}
      if (!isMemoryPermission(permission)) {
        throw badValue('options.permission', `must be one of ${memoryPermissions.join(', ')}`)
      }
      const [place, other] = [places.of(agent, label), places.scopeOf(grantee)]
      const operation = { operation: 'shareBlock', access: 'delete', args: [scopeText(other), permission] } as const
      await guard(place, operation, options, async ({ metadata }) => {
        checkShare(mustBeReadable(metadata), permission)
        const write = decide(permission, 'append') !== 'deny'
        // Runs in the block's queue, so that this memory does not delete the block in between.
        await cache.run(place, async () => {
          await sharing.share(place.scope, metadata.id, other, { permission, write })
        })
      })
    },
    unshareBlock: async (agent, label, grantee, options) => {
      const sharing = sharingOf(blocks)
      const [place, other] = [places.of(agent, label), places.scopeOf(grantee)]
      const operation = { operation: 'unshareBlock', access: 'delete', args: [scopeText(other)] } as const
      return await guard(place, operation, options, ({ info }) => sharing.unshare(place.scope, info.id, other))
    },
    listShares: async (agent, label) => {
      const sharing = sharingOf(blocks)
      const { scope } = places.of(agent, label)
      const block = await blocks.find(scope, label)
      const all = block === undefined ? [] : await sharing.shares(scope, block.id)
      return all.map((share) => ({
        scope: share.scope,
        permission: isMemoryPermission(share.permission) ? share.permission : 'ReadOnly',
      }))
    },
  }
}

/** @throws LamellaError `BLOCK_FORBIDDEN` for a share that allows more than the block itself */
function checkShare({ label, permission }: BlockMetadata, shared: MemoryPermission): void {
  if (isAtMost(shared, permission)) return
  throw blockError(
    'BLOCK_FORBIDDEN',
    `Block '${label}' has the permission ${permission}, so it cannot be shared with the permission ${shared}.`,
    'Share it with a permission that allows no more than its own, such as ReadOnly.',
    { label, operation: 'shareBlock', access: 'delete', permission, needs: shared, reason: 'permission' },
  )
}
