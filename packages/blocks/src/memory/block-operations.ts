import { isLamellaError, type Scope } from '@lamella/core'
import { type BlockFilter, type BlockInfo, type BlockStore, blockMissing } from '@lamella/store'
import type { BlockCache } from '../cache/cache.ts'
import type { Peers } from '../cache/peers.ts'
import { badValue } from '../document/check-value.ts'
import { accessOf } from '../document/operations.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import { withLimitMark } from '../render/render-block.ts'
import type { BlockMemory, ChangeOptions } from '../store/block-memory.ts'
import { blockTypes, isBlockType, kindOf } from '../store/block-type.ts'
import { metadataOf } from '../store/metadata.ts'
import type { Place, Places } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'
import { sourceOf } from '../store/source.ts'
import type { Guard } from './guard.ts'
import { newBlock } from './new-block.ts'

type Operations = Pick<
  BlockMemory,
  | 'createBlock'
  | 'getBlock'
  | 'getSharedBlock'
  | 'getBlockMetadata'
  | 'listBlocks'
  | 'listBlocksByType'
  | 'deleteBlock'
  | 'getRenderedContent'
  | 'updateBlockText'
  | 'appendToBlock'
  | 'replaceInBlock'
  | 'changeBlock'
  | 'persistBlock'
>

/** How often a replica may be replaced while a consent request is pending. */
const mostTries = 20

export function createBlockOperations(
  { blocks, now, newId }: Settings,
  places: Places,
  peers: Peers,
  cache: BlockCache,
  guard: Guard,
): Operations {
  async function get(place: Place): Promise<StructuredDocument | undefined> {
    return await cache.use(place, async (held, metadata) => (metadata === undefined ? undefined : held.give()))
  }

  /**
   * Performs an operation of a document and saves it. Other calls can use the block while a consent request is pending.
   */
  async function change(
    agent: string,
    label: string,
    name: string,
    args: readonly unknown[],
    { owner, section, system }: ChangeOptions = {},
  ): Promise<unknown> {
    const place = places.of(agent, label, owner)
    return await cache.keep(place, async () => {
      for (let tries = 1; ; tries++) {
        const replica = await cache.use(place, async (held, metadata) => {
          if (metadata === undefined) throw blockMissing(place.label)
          return held.replica()
        })
        let result: unknown
        try {
          result = await replica.request({ name, section, args, system: system === true })
        } catch (error) {
          // The replica was closed during the consent request: the block was deleted, or the replica failed.
          if (!isLamellaError(error, 'BLOCK_CLOSED') || tries === mostTries) throw error
          continue
        }
        await cache.run(place, (held) => held.persist())
        return result
      }
    })
  }

  return {
    createBlock: async (agent, label, options) => {
      const { block, peer } = newBlock(label, options, newId)
      const place = places.of(agent, label)
      const { id } = await blocks.create(place.scope, block, now === undefined ? {} : { at: now() })
      if (peer !== undefined) peers.keep(place, id, peer)
      return id
    },
    getBlock: (agent, label) => get(places.of(agent, label)),
    getSharedBlock: async (requester, owner, label) => await get(places.of(requester, label, owner)),
    getBlockMetadata: async (agent, label, options) => {
      const found = await sourceOf(blocks, places.of(agent, label, options?.owner)).find()
      return found?.metadata
    },
    listBlocks: async (agent) => (await listBlocks(blocks, places.agentOf(agent), {})).map(metadataOf),
    listBlocksByType: async (agent, type) => {
      if (!isBlockType(type)) throw badValue('type', `must be one of ${blockTypes.join(', ')}`)
      const found = await listBlocks(blocks, places.agentOf(agent), { kinds: [kindOf(type)] })
      // An unreadable block is listed with a type other than its kind.
      return found.map(metadataOf).filter((metadata) => metadata.type === type)
    },
    deleteBlock: async (agent, label, options) => {
      const place = places.of(agent, label)
      if ((await blocks.find(place.scope, label)) === undefined) return false
      return await guard(place, { operation: 'deleteBlock', access: 'delete' }, options, async ({ info }) =>
        cache.run(place, async (held) => {
          const isDeleted = await blocks.delete(place.scope, info.id, { expectedRevision: info.revision })
          held.close()
          return isDeleted
        }),
      )
    },
    getRenderedContent: async (agent, label, options) =>
      await cache.use(places.of(agent, label, options?.owner), async (held, metadata) => {
        if (metadata === undefined) return undefined
        const content = held.replica().render()
        return (options?.limitMark ?? true) ? withLimitMark(content, metadata.limit) : content
      }),
    updateBlockText: async (agent, label, text, options) => {
      await change(agent, label, 'setText', [text], options)
    },
    appendToBlock: async (agent, label, content, options) => {
      await change(agent, label, 'appendText', [content], options)
    },
    replaceInBlock: async (agent, label, old, replacement, options) =>
      (await change(agent, label, 'replaceText', [old, replacement], options)) === true,
    changeBlock: async (agent, label, operation, args, options) => {
      if (!Array.isArray(args)) throw badValue('args', 'must be a list')
      accessOf(operation)
      return await change(agent, label, operation, args, options)
    },
    persistBlock: async (agent, label, options) => {
      const place = places.of(agent, label, options?.owner)
      await cache.run(place, async (held) => {
        // A block that is not in memory has nothing to save.
        if (held.isLoaded()) await held.persist()
        else if ((await sourceOf(blocks, place).find()) === undefined) throw blockMissing(label)
      })
    },
  }
}

/** Returns all blocks of a scope, read page by page. */
export async function listBlocks(blocks: BlockStore, scope: Scope, filter: BlockFilter): Promise<readonly BlockInfo[]> {
  const all: BlockInfo[] = []
  for (let after: string | undefined; ; after = all.at(-1)?.id) {
    const page = await blocks.list(scope, { filter, ...(after !== undefined && { after }), limit: 500 })
    all.push(...page.blocks)
    if (!page.more) return all
  }
}
