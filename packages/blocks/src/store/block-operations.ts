import { isLamellaError, type Scope } from '@lamella/core'
import { type BlockInfo, blockMissing } from '@lamella/core/store'
import { badValue } from '../document/check-value.ts'
import { accessOf } from '../document/operations.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import type { BlockMemory, ChangeOptions } from './block-memory.ts'
import { blockTypes, kindOf } from './block-type.ts'
import type { BlockCache } from './cache.ts'
import type { Guard } from './guard.ts'
import { withLimitMark } from './limit-mark.ts'
import { type BlockMetadata, metadataOf, mustBeReadable } from './metadata.ts'
import { newBlock } from './new-block.ts'
import type { Peers } from './peers.ts'
import type { Place, Places } from './place.ts'
import type { Settings } from './settings.ts'
import { sharingOf, sourceOf } from './source.ts'

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
> & {
  /** Brings the texts of an agent's blocks up to date, and of those that are shared with it. */
  freshen(agent: string): Promise<void>
}

/** How often a document may be made anew while somebody is asked for consent. */
const mostTries = 20

export function createBlockOperations(
  settings: Settings,
  places: Places,
  peers: Peers,
  cache: BlockCache,
  guard: Guard,
): Operations {
  const { blocks, now, onError } = settings

  async function get(place: Place): Promise<StructuredDocument | undefined> {
    return await cache.use(place, async (held, metadata) => (metadata === undefined ? undefined : held.give()))
  }

  /** Does an operation of a document. While somebody is asked for consent, others go on. */
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
          // The replica was closed while somebody was asked: the block was deleted, or failed and is loaded again.
          if (!isLamellaError(error, 'BLOCK_CLOSED') || tries === mostTries) throw error
          continue
        }
        await cache.run(place, (held) => held.persist())
        return result
      }
    })
  }

  async function list(agent: string, filter: object): Promise<readonly BlockInfo[]> {
    const scope = places.agentOf(agent)
    const all: BlockInfo[] = []
    for (let after: string | undefined; ; after = all.at(-1)?.id) {
      const page = await blocks.list(scope, { filter, ...(after === undefined ? {} : { after }), limit: 500 })
      all.push(...page.blocks)
      if (!page.more) return all
    }
  }

  async function staleBlocks(
    agent: string,
  ): Promise<readonly { readonly info: BlockInfo; readonly owner: string | Scope }[]> {
    const shared = blocks.searchShared === undefined ? [] : await sharingOf(blocks).listShared(places.agentOf(agent))
    return [
      ...(await list(agent, { stale: true })).map((info) => ({ info, owner: agent })),
      ...shared
        .filter(({ block: { textRevision, contentRevision } }) => textRevision < contentRevision)
        .map(({ block: info, owner }) => ({ info, owner })),
    ]
  }

  return {
    createBlock: async (agent, label, options) => {
      const { block, peer } = newBlock(label, options, settings.newId)
      const place = places.of(agent, label)
      const { id } = await blocks.create(place.scope, block, now === undefined ? {} : { at: now() })
      if (peer !== undefined) peers.keep(place, id, peer)
      return id
    },
    getBlock: (agent, label) => get(places.of(agent, label)),
    getSharedBlock: async (requester, owner, label) => await get(places.of(requester, label, owner)),
    getBlockMetadata: async (agent, label, options = {}) => {
      const found = await sourceOf(blocks, places.of(agent, label, options.owner)).find()
      return found?.metadata
    },
    listBlocks: async (agent) => (await list(agent, {})).map(metadataOf),
    listBlocksByType: async (agent, type) => {
      if (!blockTypes.includes(type)) throw badValue('type', `is none of ${blockTypes.join(', ')}`)
      const found = (await list(agent, { kinds: [kindOf(type)] })).map(metadataOf)
      return found.filter((metadata: BlockMetadata) => metadata.type === type)
    },
    deleteBlock: async (agent, label, options) => {
      const place = places.of(agent, label)
      if ((await blocks.find(place.scope, label)) === undefined) return false
      return await guard(place, { operation: 'deleteBlock', access: 'delete' }, options, async ({ id, revision }) =>
        cache.run(place, async (held) => {
          const isDeleted = await blocks.delete(place.scope, id, { expectedRevision: revision })
          held.close()
          return isDeleted
        }),
      )
    },
    getRenderedContent: async (agent, label, options = {}) =>
      await cache.use(places.of(agent, label, options.owner), async (held, metadata) =>
        metadata === undefined ? undefined : withLimitMark(held.replica().render(), metadata.limit),
      ),
    updateBlockText: async (agent, label, text, options) => {
      await change(agent, label, 'setText', [text], options)
    },
    appendToBlock: async (agent, label, content, options) => {
      await change(agent, label, 'appendText', [content], options)
    },
    replaceInBlock: async (agent, label, old, replacement, options) =>
      (await change(agent, label, 'replaceText', [old, replacement], options)) === true,
    changeBlock: async (agent, label, operation, args, options) => {
      if (!Array.isArray(args)) throw badValue('args', 'is not a list')
      accessOf(operation)
      return await change(agent, label, operation, args, options)
    },
    persistBlock: async (agent, label, options = {}) => {
      const place = places.of(agent, label, options.owner)
      await cache.run(place, async (held) => {
        // What is not in memory is saved, if it is there at all.
        if (held.isLoaded()) await held.persist()
        else if ((await sourceOf(blocks, place).find()) === undefined) throw blockMissing(label)
      })
    },
    freshen: async (agent) => {
      for (const found of await staleBlocks(agent)) {
        const { info, owner } = found
        try {
          mustBeReadable(metadataOf(info))
          await cache.use(places.of(agent, info.label, owner), async (held) => await held.writeText())
        } catch (error) {
          onError(error, { agent, label: info.label })
        }
      }
    },
  }
}
