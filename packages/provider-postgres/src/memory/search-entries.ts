import { createHash } from 'node:crypto'
import { memoryText } from '@lamella/ranker-bm25/stores'
import type { NewMemory, StoredMemory } from '@lamella/store'
import { type KeptMemory, kept } from '@lamella/store/search'
import type { IdRow } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import type { Settings } from '../options.ts'
import { createSearchRows, type SearchRows } from '../search/search-rows.ts'
import type { SearchSetup } from '../search/search-setup.ts'
import type { Texts, Vectors } from '../vectors/vectors.ts'

/**
 * Returns the number of the conversation of an entry; 0 for none. It has 48 bits, of which two names have the same by chance
 * once in 2 ** 48.
 */
function groupOf({ session }: NewMemory): number {
  return session === undefined ? 0 : 1 + createHash('sha256').update(session).digest().readUIntBE(0, 6)
}

/** Finds memories of an owner. */
export type SearchEntries = SearchRows<StoredMemory>

interface TextRow extends IdRow {
  readonly json: string
}

export function createSearchEntries(
  database: Database,
  setup: SearchSetup,
  vectors: Vectors | undefined,
  settings: Settings,
): SearchEntries {
  const { schema } = database
  return createSearchRows<StoredMemory>(database, setup, vectors, settings, {
    kind: 'entry',
    table: 'entries',
    lockWaiting: async (statements, { tenant, owner }, limit) => {
      const rows = await statements.query<TextRow>(
        `SELECT id, json::text AS json FROM ${schema}.entries WHERE tenant = $1 AND waiting
           AND id = ANY(ARRAY(SELECT id FROM ${schema}.entries WHERE tenant = $1 AND owner = $2 AND waiting
             ORDER BY id DESC LIMIT $3)) ORDER BY id FOR UPDATE`,
        ...[tenant, owner, limit],
      )
      return rows.map(({ id, json }) => {
        const entry = JSON.parse(json) as StoredMemory
        const [text, important] = [memoryText(entry), entry.importance !== undefined]
        return { id: Number(id), group: groupOf(entry), text, important }
      })
    },
    byIds: async (statements, { tenant }, ids) => {
      const rows = await statements.query<KeptMemory & Pick<TextRow, 'id'>>(
        `SELECT id, revision, created_at, updated_at, json::text AS json FROM ${schema}.entries
         WHERE tenant = $1 AND id = ANY($2::bigint[])`,
        ...[tenant, ids],
      )
      return new Map(rows.map((row) => [Number(row.id), kept.memory(row)]))
    },
    dateOf: ({ date }) => date,
    importanceOf: ({ importance }) => importance,
  })
}

/** Entries without a vector, and their texts. */
export function textsOfEntries(schema: string): Texts {
  return {
    kind: 'entry',
    waiting: async (statements, { tenant, owner }, embedder, after) => {
      const rows = await statements.query<TextRow>(
        `SELECT e.id, e.json::text AS json FROM ${schema}.entries e
         WHERE e.tenant = $1 AND e.owner = $2 AND e.id > $4 AND e.id NOT IN (
           SELECT v.item FROM ${schema}.vectors v
           WHERE v.tenant = $1 AND v.owner = $2 AND v.kind = 1 AND v.embedder = $3)
         ORDER BY e.id LIMIT 1000`,
        ...[tenant, owner, embedder, after],
      )
      return rows.map(({ id, json }) => ({
        ...{ id: Number(id), item: Number(id), position: 0, tenant, owner, text: textOf(json) },
      }))
    },
    lock: async (statements, items) => {
      const rows = await statements.query<TextRow>(
        `SELECT id, json::text AS json FROM ${schema}.entries
         WHERE tenant = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR SHARE`,
        ...[items[0]?.tenant, items.map(({ item }) => item)],
      )
      const texts = new Map(rows.map(({ id, json }) => [Number(id), textOf(json)]))
      return items.map(({ item }) => texts.get(item))
    },
  }
}

function textOf(json: string): string {
  return (JSON.parse(json) as StoredMemory).text
}
