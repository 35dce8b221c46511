import { memoryText, type StoreTerms } from '@lamella/ranker-bm25/stores'
import {
  checkedMemory,
  type MemoryStore,
  mustBeAt,
  type NewMemory,
  type Owner,
  type StoredMemory,
} from '@lamella/store'
import { type KeptMemory, kept, resultsOf, toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { addressOf, createOwners } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { awaitSteps } from '../search/rank.ts'
import { removeAllTexts, removeTexts, removeVectors, unindexTexts } from '../search/remove-texts.ts'
import type { Vectors } from '../vectors/vectors.ts'
import type { SearchEntries } from './search-entries.ts'

/** The memory store of a schema, with all optional methods. */
export type PostgresMemory = Required<MemoryStore>

/** An entry's row. Whole numbers of 64 bits may be text. */
interface EntryRow extends KeptMemory {
  readonly id: number | string
  readonly owner: number | string
  readonly sort: Uint8Array
  readonly waiting: boolean
}

/** The fields that a store adds to an entry. */
interface Added {
  readonly revision: number
  readonly created_at: number | null
  readonly updated_at: number | null
}

export function createMemories(
  { schema, read, write }: Database,
  terms: StoreTerms,
  search: SearchEntries,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): PostgresMemory {
  const owners = createOwners(schema)
  const owned = `SELECT e.id, e.owner, e.sort, e.revision, e.created_at, e.updated_at, e.waiting, e.json::text AS json
    FROM ${schema}.owners o JOIN ${schema}.entries e ON e.tenant = o.tenant AND e.owner = o.id
    WHERE o.tenant = $1 AND o.key = $2`
  const find = async (
    statements: Statements,
    owner: Owner,
    id: string,
    lock: '' | 'FOR UPDATE OF e' = '',
  ): Promise<EntryRow | undefined> => {
    const text = `${owned} AND e.sort = $3 ${lock}`
    const [row] = await statements.query<EntryRow>(text, ...addressOf(owner), sortKey(id))
    return row
  }
  const partOf = (owner: Owner, number: number | string) =>
    ({ tenant: toStored(owner.tenant), owner: Number(number), kind: 'entry' }) as const

  /**
   * Writes an entry, new or as a replacement, and gets its vector. Its words are indexed by the next search; those of the
   * text that it replaces are removed at once.
   *
   * @param fieldsAfter Returns the added fields, or throws.
   */
  const keep = async (
    owner: Owner,
    entry: NewMemory & { readonly kind: string },
    fieldsAfter: (before: EntryRow | undefined) => Added,
  ): Promise<StoredMemory> => {
    const json = JSON.stringify(entry)
    const { part, id, added } = await write(owner.tenant, async (statements) => {
      for (;;) {
        const before = await find(statements, owner, entry.id, 'FOR UPDATE OF e')
        const added = fieldsAfter(before)
        const values = [added.revision, added.created_at, added.updated_at, json]
        const part = partOf(owner, before?.owner ?? (await owners.make(statements, owner)))
        if (before) {
          const id = Number(before.id)
          const replaced = kept.memory(before)
          if (!before.waiting) {
            await unindexTexts(schema, statements, part, [id], terms.words(memoryText(replaced)))
          }
          if (replaced.text !== entry.text) await removeVectors(schema, statements, part, [id])
          await statements.query(
            `UPDATE ${schema}.entries SET revision = $3, created_at = $4, updated_at = $5, json = $6::json, waiting = true
             WHERE tenant = $1 AND id = $2`,
            ...[part.tenant, id, ...values],
          )
          return { part, id, added }
        }
        const [row] = await statements.query<Pick<EntryRow, 'id'>>(
          `INSERT INTO ${schema}.entries (tenant, owner, sort, revision, created_at, updated_at, json)
           VALUES ($1, $2, $3, $4, $5, $6, $7::json) ON CONFLICT DO NOTHING RETURNING id`,
          ...[part.tenant, part.owner, sortKey(entry.id), ...values],
        )
        if (row) return { part, id: Number(row.id), added }
        // Another connection added it in between: the next look finds it.
      }
    })
    await vectors?.give({ ...part, id, item: id, position: 0, text: entry.text })
    return kept.memory({ json, ...added })
  }

  return checkedMemory({
    put: (owner, entry, { expectedRevision, at }) =>
      keep(owner, entry, (before) => {
        const revision = Number(before?.revision ?? 0)
        mustBeAt('memory', entry.id, expectedRevision, revision)
        const time = toKept(at)
        return {
          revision: revision + 1,
          created_at: numberOf(before?.created_at) ?? time,
          updated_at: time ?? numberOf(before?.updated_at),
        }
      }),
    restore: (owner, { revision, createdAt, updatedAt, ...entry }) =>
      keep(owner, entry, (before) => {
        mustBeAt('memory', entry.id, 0, Number(before?.revision ?? 0))
        return { revision, created_at: toKept(createdAt), updated_at: toKept(updatedAt) }
      }),
    get: async (owner, id) => {
      const row = await read(owner.tenant, (statements) => find(statements, owner, id))
      return row && kept.memory(row)
    },
    list: async (owner, { after = '', limit, accepts }) => {
      const readEntry = (row: EntryRow): StoredMemory | undefined => {
        const stored = kept.memory(row)
        return accepts(stored) ? stored : undefined
      }
      const page = `${owned} AND e.sort > $3 ORDER BY e.sort LIMIT $4`
      const { found, more } = await read(owner.tenant, (statements) =>
        awaitSteps(kept.list(sortKey(after), limit, readEntry), ({ after: last, most }) =>
          statements.query<EntryRow>(page, ...addressOf(owner), last, most),
        ),
      )
      return { entries: found, more }
    },
    delete: (owner, id, { expectedRevision }) =>
      write(owner.tenant, async (statements) => {
        const row = await find(statements, owner, id, 'FOR UPDATE OF e')
        mustBeAt('memory', id, expectedRevision, Number(row?.revision ?? 0))
        if (row === undefined) return false
        const [part, number] = [partOf(owner, row.owner), Number(row.id)]
        await removeTexts(schema, statements, part, [number], terms.words(memoryText(kept.memory(row))))
        await statements.query(`DELETE FROM ${schema}.entries WHERE tenant = $1 AND id = $2`, part.tenant, number)
        await owners.forget(statements, owner.tenant, [part.owner])
        return true
      }),
    erase: (owner) =>
      write(owner.tenant, async (statements) => {
        const ids = await owners.within(statements, owner)
        let erased = 0
        for (const id of ids) {
          const part = partOf(owner, id)
          // The entries first: whoever indexes them has locked them.
          const [row] = await statements.query<{ readonly count: number }>(
            `WITH removed AS (DELETE FROM ${schema}.entries WHERE tenant = $1 AND owner = $2 RETURNING 1)
             SELECT count(*)::int AS count FROM removed`,
            ...[part.tenant, id],
          )
          erased += Number(row?.count ?? 0)
          await removeAllTexts(schema, statements, part)
        }
        await owners.forget(statements, owner.tenant, ids)
        return erased
      }),
    search: resultsOf(search),
    hasVectors: vectors !== undefined,
    close,
  })
}

function numberOf(kept: number | string | null | undefined): number | null {
  return kept == null ? null : Number(kept)
}
