import type { NewMemory } from '@lamella/store'
import { indexedBlock } from '../../blocks/block-rows.ts'
import type { SqliteDatabase } from '../../contract/sqlite-database.ts'
import { indexedEntry } from '../../memory/entries.ts'
import type { NewText } from '../../search/add-texts.ts'
import type { Kind } from '../../search/kinds.ts'
import { createWordIndex } from '../../search/word-index.ts'

interface TextRow {
  readonly id: number
  readonly owner: number
  readonly text: string
  readonly label: string
}

/**
 * Makes the word indexes anew. Messages are indexed at the next search, like new ones. Call it in a transaction.
 */
export function fillIndexes(db: SqliteDatabase): void {
  db.exec(`
    DELETE FROM words;
    DELETE FROM word_chunks;
    DELETE FROM indexed_texts;
    UPDATE sessions SET indexed = 0, waiting = EXISTS (
      SELECT 1 FROM messages WHERE key >= sessions.id * 100000000 AND key < (sessions.id + 1) * 100000000);
  `)
  fill(
    db,
    'entry',
    "SELECT id, owner, json AS text, '' AS label FROM entries WHERE id > ? ORDER BY id LIMIT 500",
    entryText,
  )
  const blocks = `SELECT b.id, b.owner, v.text, b.label FROM blocks b JOIN block_values v ON v.block = b.id
    WHERE b.id > ? ORDER BY b.id LIMIT 500`
  fill(db, 'block', blocks, indexedBlock)
}

/** Indexes content that is otherwise indexed with each change: all rows of a statement, which reads those after a number. */
function fill(db: SqliteDatabase, kind: Kind, sql: string, index: (row: TextRow) => NewText): void {
  const { add } = createWordIndex(db, kind)
  const read = db.prepare(sql)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = read.all(after) as TextRow[]
    const owners = new Map<number, NewText[]>()
    for (const row of rows) {
      const own = owners.get(row.owner) ?? []
      owners.set(row.owner, own)
      own.push(index(row))
    }
    for (const [owner, texts] of owners) add(owner, texts)
    after = rows.at(-1)?.id
  }
}

/** The words of an entry; none if it is damaged. */
function entryText({ id, text }: TextRow): NewText {
  try {
    return indexedEntry(id, JSON.parse(text) as NewMemory)
  } catch {
    return indexedEntry(id, { id: '', text: '' })
  }
}
