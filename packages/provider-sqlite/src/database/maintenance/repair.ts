import { isLamellaError, type Notice } from '@lamella/core'
import type { NewMemory } from '@lamella/core/store'
import { aroundEntry } from '../../memory/keep-entry.ts'
import { createWordIndex, type Indexed, indexed, type WordTable } from '../../search/word-index.ts'
import type { Access } from '../access.ts'
import type { Purge } from '../purge.ts'
import type { CheckDatabase } from './check.ts'

/** Rebuilds derived data that is wrong. Returns the remaining problems. */
export type RepairDatabase = () => Promise<readonly Notice[]>

interface TextRow {
  readonly id: number
  readonly owner: number
  readonly text: string
  readonly around: string
}

/** Content that is indexed immediately: how to read its rows, and how to get its words. */
interface Source {
  readonly table: 'entries' | 'blocks'
  readonly index: WordTable
  readonly sql: string
  readonly words: (row: TextRow) => Indexed
}

const sources: readonly Source[] = [
  {
    table: 'entries',
    index: 'entry_index',
    sql: "SELECT id, owner, json AS text, '' AS around FROM entries WHERE id > ? ORDER BY id LIMIT 500",
    words: entryWords,
  },
  {
    table: 'blocks',
    index: 'block_index',
    sql: `SELECT b.id, b.owner, v.text, b.label AS around FROM blocks b JOIN block_values v ON v.block = b.id
      WHERE b.id > ? ORDER BY b.id LIMIT 500`,
    words: ({ owner, text, around }) => indexed(owner, text, around),
  },
]

/** Called when the indexes have been filled. Messages are indexed at the next search, like new ones. */
const sums: readonly string[] = [
  'DELETE FROM message_terms',
  `UPDATE sessions SET indexed = 0, waiting = EXISTS (
     SELECT 1 FROM messages WHERE key >= sessions.id * 100000000 AND key < (sessions.id + 1) * 100000000)`,
  `UPDATE owners SET message_count = 0, message_terms = 0,
     entry_count = (SELECT count(*) FROM entries WHERE owner = owners.id),
     entry_terms = (SELECT coalesce(sum(terms), 0) FROM entries WHERE owner = owners.id),
     block_count = (SELECT count(*) FROM blocks WHERE owner = owners.id),
     block_terms = (SELECT coalesce(sum(terms), 0) FROM blocks WHERE owner = owners.id)`,
  // Orphaned vectors. Missing ones are created by the next search.
  `DELETE FROM message_vectors WHERE item NOT IN (SELECT key FROM messages)
     OR owner IS NOT (SELECT owner FROM sessions WHERE id = item / 100000000)`,
  'DELETE FROM entry_vectors WHERE owner IS NOT (SELECT owner FROM entries WHERE id = item)',
  'DELETE FROM block_vectors WHERE owner IS NOT (SELECT owner FROM blocks WHERE id = item)',
]

export function createRepair(access: Access, purge: Purge, check: CheckDatabase): RepairDatabase {
  const { db } = access
  const integrity = db.prepare('PRAGMA integrity_check')

  /** A damaged index cannot be emptied, but it can be dropped. */
  const empty = (table: WordTable): void => {
    const { sql } = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table) as { readonly sql: string }
    db.exec(`DROP TABLE ${table}`)
    db.exec(sql)
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('secure-delete', 1)`)
  }
  const fill = ({ table, index: name, sql, words }: Source): void => {
    const index = createWordIndex(db, name)
    const counted = db.prepare(`UPDATE ${table} SET terms = ? WHERE id = ?`)
    const read = db.prepare(sql)
    for (let behind: number | undefined = 0; behind !== undefined; ) {
      const rows = read.all(behind) as TextRow[]
      for (const row of rows) {
        const found = words(row)
        index.add(row.id, found)
        counted.run(found.terms, row.id)
      }
      behind = rows.at(-1)?.id
    }
  }
  /** Whether the file is intact apart from the word indexes, which SQLite also checks. */
  const isWhole = async (): Promise<boolean> => {
    try {
      const rows = (await access.read(() => integrity.all())) as { readonly integrity_check: string }[]
      return rows.every(({ integrity_check: line }) => line === 'ok' || /\b(message|entry|block)_index\b/.test(line))
    } catch (error) {
      if (isLamellaError(error, 'DATABASE_DAMAGED')) return false
      throw error
    }
  }
  const makeAnew = (): void => {
    empty('message_index')
    for (const source of sources) {
      empty(source.index)
      fill(source)
    }
    for (const sql of sums) db.exec(sql)
    // The old indexes may contain deleted data.
    purge.mark()
  }

  return async () => {
    const found = await check()
    const isAny = (code: string): boolean => found.some((notice) => notice.code === code)
    if (!isAny('INDEX_INCONSISTENT') && !isAny('ERASE_PENDING')) return found
    // A damaged file may hold more recoverable data than this function can know.
    if (!(await isWhole())) return found
    if (isAny('INDEX_INCONSISTENT')) await access.write(makeAnew)
    await purge.run()
    return check()
  }
}

/** The words of an entry; none if it is damaged. */
function entryWords({ owner, text }: TextRow): Indexed {
  try {
    const entry = JSON.parse(text) as NewMemory
    return indexed(owner, entry.text, aroundEntry(entry))
  } catch {
    return indexed(owner, '', '')
  }
}
