import { type BlockChange, blockConflict } from '@lamella/core/store'
import { badValue } from '../document/check-value.ts'
import { forbidden } from '../permissions/refusal.ts'
import { checkSchema } from '../schema/check-schema.ts'
import type { BlockMemory } from './block-memory.ts'
import { blockTypes, isBlockType, kindOf } from './block-type.ts'
import type { BlockCache } from './cache.ts'
import { storeError } from './errors.ts'
import type { Guard } from './guard.ts'
import { lostBySchema, readOnlyMarks } from './lost-by-schema.ts'
import { type BlockMetadata, type KeptMeta, metaOf, mustBeReadable } from './metadata.ts'
import type { Place, Places } from './place.ts'
import type { Settings } from './settings.ts'

type Configuration = Pick<BlockMemory, 'setBlockPinned' | 'setBlockType' | 'updateBlockSchema'>

/** Losses that an error names. */
const mostNamed = 20

export function createBlockConfiguration(
  { blocks, now }: Settings,
  places: Places,
  cache: BlockCache,
  guard: Guard,
): Configuration {
  /** Changes what is known of a block, if it is still as it was read. */
  async function change({ scope }: Place, { id, revision }: BlockMetadata, fresh: BlockChange): Promise<void> {
    await blocks.change(scope, id, fresh, { expectedRevision: revision, ...(now === undefined ? {} : { at: now() }) })
  }

  /** What else somebody keeps there stays. */
  async function changeMeta(place: Place, metadata: BlockMetadata, fresh: Partial<KeptMeta>): Promise<void> {
    const info = await blocks.get(place.scope, metadata.id)
    await change(place, metadata, { meta: { ...info?.meta, ...metaOf({ ...metadata, ...fresh }) } })
  }

  return {
    setBlockPinned: async (agent, label, pinned, options) => {
      if (typeof pinned !== 'boolean') throw badValue('pinned', 'is neither true nor false')
      const [place, wish] = [places.of(agent, label), { operation: 'setBlockPinned', access: 'overwrite' } as const]
      const run = (metadata: BlockMetadata) => changeMeta(place, mustBeReadable(metadata), { pinned })
      await guard(place, { ...wish, args: [pinned] }, options, run)
    },
    setBlockType: async (agent, label, type, options) => {
      if (!isBlockType(type)) throw badValue('type', `is none of ${blockTypes.join(', ')}`)
      const [place, wish] = [places.of(agent, label), { operation: 'setBlockType', access: 'overwrite' } as const]
      const run = (metadata: BlockMetadata) => change(place, metadata, { kind: kindOf(type) })
      await guard(place, { ...wish, args: [type] }, options, run)
    },
    updateBlockSchema: async (agent, label, schema, options) => {
      const checked = checkSchema(schema)
      const place = places.of(agent, label)
      const wish = { operation: 'updateBlockSchema', access: 'delete' } as const
      await guard(place, wish, options, async (allowed) => {
        await cache.use(place, async (held, metadata) => {
          // As a store says it, so that the guard looks again.
          if (metadata?.permission !== allowed.permission)
            throw blockConflict(allowed.id, allowed.revision, allowed.revision + 1)
          const isSameMarks = String(readOnlyMarks(metadata.schema)) === String(readOnlyMarks(checked))
          if (!isSameMarks && options?.system !== true) {
            throw forbidden({ label, ...wish, permission: metadata.permission }, true)
          }
          const lost = lostBySchema(held.replica(), checked)
          if (lost.length > 0) throw loses(label, lost)
          // What was changed in the document meanwhile is another revision, for which this is asked again.
          await held.persist()
          await changeMeta(place, metadata, { schema: checked })
        })
        await cache.use(place, async () => {})
      })
    },
  }
}

function loses(label: string, lost: readonly string[]): Error {
  const named = lost.slice(0, mostNamed)
  const more = lost.length > named.length ? ` and ${lost.length - named.length} more` : ''
  return storeError(
    'BLOCK_SCHEMA_LOSES',
    `With that schema the block '${label}' would lose ${named.join(', ')}${more}.`,
    'Give a schema that has a place of the same name and type for each, or take them out of the block first: unsetField for a ' +
      "field, deleteItem for an item, setText('') for a text. Entries of a log cannot be taken out: make a new block instead.",
    { label, lost },
  )
}
