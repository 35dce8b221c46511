import { isLamellaError } from '@lamella/core'
import {
  type BlockInfo,
  type BlockShare,
  blockMissing,
  type SearchResult,
  type SharedBlock,
  type StoredBlock,
} from '@lamella/store'
import type { TestedBlockStore } from '../../src/block-store/options.ts'
import { same } from '../../src/kit/same.ts'
import { blockMutant, isFields, keyOf, known, options, sharesOf } from './block-faults.ts'
import type { Mutant } from './mutant.ts'
import { type Fields, gives, without } from './store-faults.ts'

const reversed = (list: unknown): unknown => (list as readonly unknown[]).toReversed()

/** Faults in how blocks are shared. */
export const blockShareMutants: readonly Mutant<TestedBlockStore>[] = [
  blockMutant('SHARE_METHODS', 'shares, but does not list grantees', () => ({ shares: undefined })),
  blockMutant(
    'SHARE',
    'does not report who may write',
    gives('findShared', (shared) => (shared ? { ...shared, write: false } : shared)),
  ),
  blockMutant(
    'SHARE',
    'forgets the operations of grantees',
    options('appendShared', 4, (one) => without(one, 'operation')),
  ),
  blockMutant('SHARE_OTHERS', 'also shares with narrower scopes', (base) => ({
    readShared: async (scope, ...more) => {
      const content = await base.ask('readShared', scope, ...more)
      const { user, agent } = (scope ?? {}) as Fields
      if (content !== undefined || user === undefined || agent === undefined) return content
      return await base.ask('readShared', without(scope, 'user'), ...more)
    },
  })),
  blockMutant('SHARE_OTHERS', 'reveals that a block does not exist', (base) => ({
    appendShared: async (scope, owner, id, ...more) => {
      try {
        return await base.ask('appendShared', scope, owner, id, ...more)
      } catch (error) {
        const isThere = !isLamellaError(error, 'BLOCK_NOT_SHARED') || (await known(base, owner, id)) !== undefined
        throw isThere ? error : blockMissing(String(id))
      }
    },
  })),
  blockMutant('SHARE_ACCESS', 'lets readers write', (base) => ({
    appendShared: async (scope, owner, id, update, one) => {
      try {
        return await base.ask('appendShared', scope, owner, id, update, one)
      } catch (error) {
        const isReader =
          isLamellaError(error, 'BLOCK_NOT_SHARED') &&
          (one as Fields | undefined)?.['permission'] === undefined &&
          (await base.ask('readShared', scope, owner, id)) !== undefined
        if (!isReader) throw error
        return await base.ask('append', owner, id, update)
      }
    },
  })),
  blockMutant(
    'SHARE_ACCESS',
    'ignores the permission that a write expects',
    options('appendShared', 4, (one) => without(one, 'permission')),
  ),
  blockMutant('SHARE_ACCESS', 'keeps the right to write when a block is shared again to read', (base) => ({
    share: async (scope, id, grantee, one) => {
      const had = (await sharesOf(base, scope, id)).find((share) => same(share.scope, grantee))
      return await base.ask('share', scope, id, grantee, had?.write && isFields(one) ? { ...one, write: true } : one)
    },
  })),
  blockMutant('SHARE_ACCESS', 'ends all shares of a block at once', (base) => ({
    unshare: async (scope, id, grantee) => {
      const ended = await base.ask('unshare', scope, id, grantee)
      for (const share of await sharesOf(base, scope, id)) await base.ask('unshare', scope, id, share.scope)
      return ended
    },
  })),
  blockMutant(
    'SHARE_REFUSED',
    'ignores unknown options',
    options('share', 3, (one) => without(one, 'access')),
  ),
  blockMutant(
    'SHARE_REFUSED',
    'accepts numbers as booleans',
    options('share', 3, (one) => (typeof one['write'] === 'number' ? { ...one, write: one['write'] > 0 } : one)),
  ),
  blockMutant('SHARE_GONE', 'passes the shares of a deleted block on to the next one with its id', (base) => {
    const kept = new Map<string, readonly BlockShare[]>()
    return {
      delete: async (scope, id, ...more) => {
        const shares = await sharesOf(base, scope, id)
        const deleted = await base.ask('delete', scope, id, ...more)
        kept.set(keyOf(scope, id), shares)
        return deleted
      },
      create: async (scope, block, ...more) => {
        const made = await base.ask<BlockInfo>('create', scope, block, ...more)
        for (const { scope: grantee, permission, write } of kept.get(keyOf(scope, made.id)) ?? []) {
          await base.ask('share', scope, made.id, grantee, { permission, write })
        }
        return made
      },
    }
  }),
  blockMutant('SHARE_GONE', 'keeps shares granted to an erased scope', (base) => ({
    erase: async (scope) => {
      const shared = await base.ask<readonly SharedBlock[]>('listShared', scope)
      const erased = await base.ask('erase', scope)
      for (const { owner, block, permission, write } of shared) {
        if (await known(base, owner, block.id)) await base.ask('share', owner, block.id, scope, { permission, write })
      }
      return erased
    },
  })),
  blockMutant('SHARE_LIST', 'lists shared blocks in reverse', gives('listShared', reversed)),
  blockMutant('SHARE_LIST', 'lists shares in reverse', gives('shares', reversed)),
  blockMutant('SHARE_SEARCH', 'finds all blocks of owners that share something', (base) => ({
    searchShared: async (scope, request) => {
      const result = await base.ask<SearchResult<SharedBlock<StoredBlock>>>('searchShared', scope, request)
      const [first] = result.hits
      if (!first) return result
      const { owner } = first.item
      const all = await base.ask<SearchResult<StoredBlock>>('search', owner, request)
      const others = all.hits.filter(({ item }) => item.id !== first.item.block.id)
      const found = others.map((hit) => ({ ...hit, item: { ...first.item, block: hit.item } }))
      return { ...result, hits: [...result.hits, ...found] }
    },
  })),
  blockMutant('SHARE_SEARCH', 'scores by all blocks of the owners', (base) => ({
    searchShared: async (scope, request) => {
      const result = await base.ask<SearchResult<SharedBlock<StoredBlock>>>('searchShared', scope, request)
      const counted = result.hits.map(async (hit) => {
        const { blocks } = await base.ask<{ readonly blocks: readonly unknown[] }>('list', hit.item.owner)
        return { ...hit, score: hit.score / blocks.length }
      })
      return { ...result, hits: await Promise.all(counted) }
    },
  })),
]
