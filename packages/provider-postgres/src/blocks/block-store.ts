import {
  type BlockSharing,
  type BlockStore,
  blockExists,
  checkedBlocks,
  mustBeAt,
  type Owner,
  valueInvalid,
} from '@lamella/store'
import { kept, resultsOf, toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { addressOf, createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { awaitSteps } from '../search/rank.ts'
import { removeAllTexts, removeTexts, removeVectors, unindexTexts } from '../search/remove-texts.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createAppend } from './append.ts'
import {
  blockInfo,
  decoded,
  type FullRow,
  findBlock,
  granteesOf,
  labelKey,
  type MetaRow,
  metaColumns,
  mustFindBlock,
  ownedBlocks,
  partOf,
  removeBlocks,
  setSnapshot,
  storedBlock,
  textOf,
  writeNamed,
} from './block-rows.ts'
import { createRead } from './read.ts'
import type { SearchBlocks } from './search-blocks.ts'
import type { SearchShared } from './search-shared.ts'
import { createSharing } from './sharing.ts'
import { createWatch, type WatchBlocks } from './watch.ts'

/** The block store of a schema. */
export interface PostgresBlocks extends Required<BlockStore & BlockSharing> {
  /** @throws LamellaError `SCOPE_INVALID`, `OPTION_INVALID`; while it runs also `POSTGRES_UNAVAILABLE` */
  readonly watch: WatchBlocks
}

/** What the store is made of besides its rows. */
interface BlockSettings {
  readonly search: SearchBlocks
  readonly searchShared: SearchShared
  readonly vectors: Vectors | undefined
  /** Called after a change of revisions was committed. */
  readonly changed: (owner: Owner) => void
  readonly close: () => Promise<void>
}

export function createBlocks(
  database: Database,
  { search, searchShared, vectors, changed, close }: BlockSettings,
): PostgresBlocks {
  const { schema, read, write } = database
  const hasVectors = vectors !== undefined
  const owners = createOwners(schema)
  const append = createAppend(database, changed)
  const readBlock = createRead(database)
  const labelled = async (statements: Statements, owner: Owner, label: string): Promise<MetaRow | undefined> => {
    const text = `${ownedBlocks(schema, metaColumns)} AND b.label_key = $3`
    const [row] = await statements.query<MetaRow>(text, ...addressOf(owner), labelKey(label))
    return row && decoded(row)
  }
  const store = checkedBlocks(
    {
      create: async (owner, { id, label, kind, meta, text, snapshot }, at) => {
        const tenant = toStored(owner.tenant)
        const row = await writeNamed(database, owner.tenant, async (statements) => {
          const there = (await findBlock(schema, statements, owner, id)) ?? (await labelled(statements, owner, label))
          if (there) throw blockExists({ id: there.name, label: there.label })
          const [made] = await statements.query<{ readonly id: number | string }>(
            `INSERT INTO ${schema}.blocks (tenant, owner, sort, name, label, label_key, kind, revision, content_revision,
              text_revision, snapshot_revision, snapshot_size, updates, updates_size, created_at, updated_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 1, 1, $8, 1, 0, 0, 0, $9, $9) RETURNING id`,
            ...[tenant, await owners.make(statements, owner), sortKey(id), toStored(id), toStored(label)],
            ...[labelKey(label), toStored(kind), text === undefined ? 0 : 1, toKept(at)],
          )
          const key = Number(made?.id)
          await statements.query(
            `INSERT INTO ${schema}.block_values (tenant, block, meta, text) VALUES ($1, $2, $3, $4)`,
            ...[tenant, key, meta, JSON.stringify(text ?? '')],
          )
          if (snapshot !== undefined) await setSnapshot(schema, statements, tenant, key, snapshot, 1)
          return (await findBlock(schema, statements, owner, id)) as FullRow
        })
        changed(owner)
        if (text !== undefined)
          await vectors?.give({ ...partOf(owner, row.owner), id: row.id, item: row.id, position: 0, text })
        return storedBlock(row)
      },
      append: (owner, id, update, change) => append(owner, id, undefined, update, change),
      change: async (owner, id, fields, { expectedRevision, at }) => {
        const tenant = toStored(owner.tenant)
        const stored = await writeNamed(database, owner.tenant, async (statements) => {
          const before = await mustFindBlock(schema, statements, owner, id)
          mustBeAt('block', id, expectedRevision, before.revision)
          const { label = before.label, kind = before.kind, meta = before.meta } = fields
          if (label === before.label && kind === before.kind && meta === before.meta) return storedBlock(before)
          const there = label === before.label ? undefined : await labelled(statements, owner, label)
          if (there) throw blockExists({ id: there.name, label: there.label })
          const [time, revision] = [toKept(at), before.revision + 1]
          const [createdAt, updatedAt] = [before.created_at ?? time, time ?? before.updated_at]
          const waiting = before.waiting || label !== before.label
          if (waiting && !before.waiting) {
            await unindexTexts(schema, statements, partOf(owner, before.owner), [before.id])
          }
          await statements.query(
            `UPDATE ${schema}.blocks SET label = $3, label_key = $4, kind = $5, revision = $6, created_at = $7, updated_at = $8,
              waiting = $9
            WHERE tenant = $1 AND id = $2`,
            ...[tenant, before.id, toStored(label), labelKey(label), toStored(kind), revision, createdAt, updatedAt],
            waiting,
          )
          await statements.query(
            `UPDATE ${schema}.block_values SET meta = $3 WHERE tenant = $1 AND block = $2`,
            ...[tenant, before.id, meta],
          )
          const names = { label, kind, meta, revision }
          return storedBlock({ ...before, ...names, created_at: createdAt, updated_at: updatedAt })
        })
        changed(owner)
        return stored
      },
      compact: (owner, id, snapshot, upTo) =>
        write(owner.tenant, async (statements) => {
          const row = await mustFindBlock(schema, statements, owner, id)
          mustBeReached(upTo, row)
          if (upTo >= row.snapshot_revision)
            await setSnapshot(schema, statements, toStored(owner.tenant), row.id, snapshot, upTo)
          return blockInfo((await findBlock(schema, statements, owner, id)) as FullRow)
        }),
      // The words are indexed by the next search; those of the old text are removed at once.
      setText: async (owner, id, text, upTo) => {
        const tenant = toStored(owner.tenant)
        const { info, item } = await write(owner.tenant, async (statements) => {
          const before = await mustFindBlock(schema, statements, owner, id)
          mustBeReached(upTo, before)
          if (upTo < before.text_revision) return { info: blockInfo(before) }
          const isNew = text !== textOf(before)
          const part = partOf(owner, before.owner)
          if (isNew) {
            if (!before.waiting) await unindexTexts(schema, statements, part, [before.id])
            await removeVectors(schema, statements, part, [before.id])
          }
          await statements.query(
            `UPDATE ${schema}.block_values SET text = $3 WHERE tenant = $1 AND block = $2`,
            ...[tenant, before.id, JSON.stringify(text)],
          )
          await statements.query(
            `UPDATE ${schema}.blocks SET text_revision = $3, waiting = $4 WHERE tenant = $1 AND id = $2`,
            ...[tenant, before.id, upTo, before.waiting || isNew],
          )
          return {
            info: blockInfo({ ...before, text_revision: upTo }),
            ...(isNew && { item: { ...part, id: before.id, item: before.id, position: 0, text } }),
          }
        })
        if (item) await vectors?.give(item)
        return info
      },
      read: (owner, id, since) => readBlock(owner, id, null, since),
      get: async (owner, id) => {
        const row = await read(owner.tenant, (statements) => findBlock(schema, statements, owner, id))
        return row && storedBlock(row)
      },
      find: async (owner, label) => {
        const row = await read(owner.tenant, (statements) => labelled(statements, owner, label))
        return row && blockInfo(row)
      },
      list: async (owner, { after = '', limit, accepts }) => {
        const page = `${ownedBlocks(schema, metaColumns)} AND b.sort > $3 ORDER BY b.sort LIMIT $4`
        const readRow = (given: MetaRow): MetaRow | undefined => {
          const row = decoded(given)
          const { kind, label, content_revision: contentRevision, text_revision: textRevision } = row
          return accepts({ kind, label, contentRevision, textRevision }) ? row : undefined
        }
        const { found, more } = await read(owner.tenant, (statements) =>
          awaitSteps(kept.list(sortKey(after), limit, readRow), ({ after: last, most }) =>
            statements.query<MetaRow>(page, ...addressOf(owner), last, most),
          ),
        )
        return { blocks: found.map(blockInfo), more }
      },
      delete: async (owner, id, { expectedRevision }) => {
        const tenant = toStored(owner.tenant)
        const isFound = await write(owner.tenant, async (statements) => {
          const row = await findBlock(schema, statements, owner, id, 'lock')
          mustBeAt('block', id, expectedRevision, row?.revision)
          if (!row) return false
          const grantees = await granteesOf(schema, statements, tenant, [row.id])
          await removeTexts(schema, statements, partOf(owner, row.owner), [row.id])
          await removeBlocks(schema, statements, tenant, [row.id])
          // The name of a grantee may be stored nowhere else.
          await owners.forget(statements, owner.tenant, [...grantees, row.owner])
          return true
        })
        if (isFound) changed(owner)
        return isFound
      },
      erase: (owner) =>
        write(owner.tenant, async (statements) => {
          const tenant = toStored(owner.tenant)
          const all = await owners.within(statements, owner)
          // Locked in one order everywhere, so that two of these never wait for each other.
          const rows = await statements.query<{ readonly id: number | string }>(
            `SELECT id FROM ${schema}.blocks WHERE tenant = $1 AND owner = ANY($2) ORDER BY id FOR UPDATE`,
            ...[tenant, all],
          )
          const blocks = rows.map(({ id }) => Number(id))
          const grantees = await granteesOf(schema, statements, tenant, blocks)
          const unsharing = `DELETE FROM ${schema}.block_shares WHERE tenant = $1 AND grantee = ANY($2)`
          await statements.query(unsharing, tenant, all)
          for (const one of all) await removeAllTexts(schema, statements, partOf(owner, one))
          await removeBlocks(schema, statements, tenant, blocks)
          await owners.forget(statements, owner.tenant, [...grantees, ...all])
          return blocks.length
        }),
      search: resultsOf(search),
      hasVectors,
      close,
    },
    { ...createSharing(database, append, readBlock), searchShared, hasVectors },
  )
  return { ...store, watch: createWatch(database) }
}

/** @throws LamellaError `STORE_VALUE_INVALID` for a revision that the block does not have yet */
function mustBeReached(upTo: number, { revision }: MetaRow): void {
  if (upTo > revision) throw valueInvalid('upTo', `is ${upTo}, and the block is at revision ${revision}`)
}
