import type { Scope } from '@lamella/core'
import { badValue } from '../document/check-value.ts'
import { blockError } from '../errors.ts'
import { decide } from '../permissions/decide.ts'
import { isMemoryPermission, type MemoryPermission, memoryPermissions } from '../permissions/permission.ts'
import { isAtMost } from './at-most.ts'
import type { BlockMemory } from './block-memory.ts'
import type { BlockCache } from './cache.ts'
import type { Guard } from './guard.ts'
import { type BlockMetadata, mustBeReadable } from './metadata.ts'
import { nameOf, type Places } from './place.ts'
import type { Settings } from './settings.ts'
import { sharedMetadata, sharingOf } from './source.ts'

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
        throw badValue('options.permission', `is none of ${memoryPermissions.join(', ')}`)
      }
      const [place, other] = [places.of(agent, label), places.scopeOf(grantee)]
      const wish = { operation: 'shareBlock', access: 'delete', args: [scopeText(other), permission] } as const
      await guard(place, wish, options, async (metadata) => {
        mustBeEnough(mustBeReadable(metadata), permission)
        const write = decide(permission, 'append') !== 'deny'
        // In the queue of the block, so that nobody deletes it in between here.
        await cache.run(place, async () => {
          await sharing.share(place.scope, metadata.id, other, { permission, write })
        })
      })
    },
    unshareBlock: async (agent, label, grantee, options) => {
      const sharing = sharingOf(blocks)
      const [place, other] = [places.of(agent, label), places.scopeOf(grantee)]
      const wish = { operation: 'unshareBlock', access: 'delete', args: [scopeText(other)] } as const
      return await guard(place, wish, options, ({ id }) => sharing.unshare(place.scope, id, other))
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

/** @throws LamellaError `BLOCK_FORBIDDEN` */
function mustBeEnough({ label, permission }: BlockMetadata, shared: MemoryPermission): void {
  if (isAtMost(shared, permission)) return
  throw blockError(
    'BLOCK_FORBIDDEN',
    `Block '${label}' cannot be shared with the permission ${shared}: its own is ${permission}, which allows less.`,
    'Share it with a permission that allows nothing that the block itself does not, such as ReadOnly.',
    { label, operation: 'shareBlock', access: 'delete', permission, needs: shared, reason: 'permission' },
  )
}
