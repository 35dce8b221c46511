import { type BlockChange, blockConflict } from '@lamella/store'
import type { BlockCache } from '../cache/cache.ts'
import { badValue } from '../document/check-value.ts'
import { blockError } from '../errors.ts'
import { forbidden } from '../permissions/refusal.ts'
import { checkSchema } from '../schema/check-schema.ts'
import type { BlockMemory } from '../store/block-memory.ts'
import { blockTypes, isBlockType, kindOf } from '../store/block-type.ts'
import { type KeptMeta, metaOf, mustBeReadable } from '../store/metadata.ts'
import type { Place, Places } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'
import type { Found } from '../store/source.ts'
import type { Guard } from './guard.ts'
import { lostBySchema, readOnlyMarks } from './lost-by-schema.ts'

type Configuration = Pick<BlockMemory, 'setBlockPinned' | 'setBlockType' | 'updateBlockSchema'>

/** The maximum number of losses that an error lists. */
const mostListed = 20

export function createBlockConfiguration(
  { blocks, now }: Settings,
  places: Places,
  cache: BlockCache,
  guard: Guard,
): Configuration {
  /** Changes a block if it is unchanged since it was found. */
  async function change({ scope }: Place, { info: { id, revision } }: Found, fresh: BlockChange): Promise<void> {
    await blocks.change(scope, id, fresh, { expectedRevision: revision, ...(now !== undefined && { at: now() }) })
  }

  /** Changes some of the metadata. Keys that other programs have added stay. */
  async function changeMeta(place: Place, found: Found, fresh: Partial<KeptMeta>): Promise<void> {
    await change(place, found, { meta: { ...found.info.meta, ...metaOf({ ...found.metadata, ...fresh }) } })
  }

  return {
    setBlockPinned: async (agent, label, pinned, options) => {
      if (typeof pinned !== 'boolean') throw badValue('pinned', 'must be true or false')
      const place = places.of(agent, label)
      const operation = { operation: 'setBlockPinned', access: 'overwrite', args: [pinned] } as const
      await guard(place, operation, options, async (found) => {
        mustBeReadable(found.metadata)
        await changeMeta(place, found, { pinned })
      })
    },
    setBlockType: async (agent, label, type, options) => {
      if (!isBlockType(type)) throw badValue('type', `must be one of ${blockTypes.join(', ')}`)
      const place = places.of(agent, label)
      const operation = { operation: 'setBlockType', access: 'overwrite', args: [type] } as const
      await guard(place, operation, options, (found) => change(place, found, { kind: kindOf(type) }))
    },
    updateBlockSchema: async (agent, label, schema, options) => {
      const checked = checkSchema(schema)
      const place = places.of(agent, label)
      const operation = { operation: 'updateBlockSchema', access: 'delete' } as const
      await guard(place, operation, options, async (found) => {
        const { id, revision, permission } = mustBeReadable(found.metadata)
        await cache.use(place, async (held, metadata) => {
          // The guard then checks the new permission.
          if (metadata?.permission !== permission) throw blockConflict(id, revision, revision + 1)
          const keepsMarks = String(readOnlyMarks(metadata.schema)) === String(readOnlyMarks(checked))
          if (!keepsMarks && options?.system !== true) throw forbidden({ label, ...operation, permission }, true)
          const lost = lostBySchema(held.replica(), checked)
          if (lost.length > 0) throw schemaLoses(label, lost)
          // An unsaved change creates a new revision, so that the guard starts again.
          await held.persist()
          await changeMeta(place, found, { schema: checked })
        })
        await cache.use(place, async () => {})
      })
    },
  }
}

function schemaLoses(label: string, lost: readonly string[]): Error {
  const listed = lost.slice(0, mostListed)
  const more = lost.length > listed.length ? ` and ${lost.length - listed.length} more` : ''
  return blockError(
    'BLOCK_SCHEMA_LOSES',
    `The new schema of block '${label}' has no place for ${listed.join(', ')}${more}.`,
    "Add a place of the same name and type for each, or remove them first: unsetField for a field, deleteItem for an item, setText('') " +
      'for a text. Entries of a log cannot be removed: create a new block instead.',
    { label, lost },
  )
}
