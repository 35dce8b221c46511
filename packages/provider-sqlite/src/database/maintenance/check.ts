import { isLamellaError, type Notice } from '@lamella/core'
import { notice, type SqliteNoticeCode } from '../../notices.ts'
import { type CheckedPart, createCheckIndex } from '../../search/check-index.ts'
import { createCompactionRows } from '../../sessions/compaction-rows.ts'
import { createHeads, type Head } from '../../sessions/heads.ts'
import { createOperations } from '../../sessions/operations.ts'
import { createVerifySession } from '../../sessions/verify-session.ts'
import type { Access } from '../access.ts'
import type { Purge } from '../purge.ts'

/** Finds all problems in a database. Changes nothing. */
export type CheckDatabase = () => Promise<readonly Notice[]>

/** Finds rows that are not indexed, and indexed ones that do not exist or are another owner's. */
function indexed(table: 'entries' | 'blocks', kind: number): string {
  return `SELECT 1 FROM (SELECT id, owner FROM ${table} EXCEPT
      SELECT t.id, c.owner FROM indexed_texts t JOIN word_chunks c ON c.id = t.chunk AND c.kind = t.kind WHERE t.kind = ${kind})
    UNION ALL SELECT 1 FROM indexed_texts WHERE kind = ${kind} AND id NOT IN (SELECT id FROM ${table}) LIMIT 1`
}

/** Checks stored sums against their data, and finds orphaned rows. */
const questions: readonly (readonly [code: SqliteNoticeCode, problem: string, sql: string])[] = [
  [
    'DATABASE_INCONSISTENT',
    'There are messages without a session.',
    'SELECT 1 FROM messages WHERE key / 100000000 NOT IN (SELECT id FROM sessions) LIMIT 1',
  ],
  [
    'DATABASE_INCONSISTENT',
    'There are entries that are no longer valid JSON.',
    'SELECT 1 FROM entries WHERE NOT json_valid(json) LIMIT 1',
  ],
  [
    'INDEX_INCONSISTENT',
    'There are vectors of missing messages, or of another owner.',
    `SELECT 1 FROM message_vectors v
     LEFT JOIN messages m ON m.key = v.item LEFT JOIN sessions s ON s.id = v.item / 100000000
     WHERE m.key IS NULL OR s.owner IS NOT v.owner LIMIT 1`,
  ],
  [
    'INDEX_INCONSISTENT',
    'There are vectors of entries of another owner.',
    'SELECT 1 FROM entry_vectors v JOIN entries e ON e.id = v.item WHERE e.owner != v.owner LIMIT 1',
  ],
  [
    'INDEX_INCONSISTENT',
    'The index of messages has missing messages, or lacks some.',
    `SELECT 1 FROM indexed_texts t LEFT JOIN messages m ON m.key = t.id
     LEFT JOIN sessions s ON s.id = t.id / 100000000 LEFT JOIN word_chunks c ON c.id = t.chunk
     WHERE t.kind = 0 AND (m.key IS NULL OR t.id >= s.id * 100000000 + s.indexed OR c.owner IS NOT s.owner OR c.kind != 0)
     UNION ALL SELECT 1 FROM messages m JOIN sessions s ON s.id = m.key / 100000000
     WHERE m.key < s.id * 100000000 + s.indexed AND m.key NOT IN (SELECT id FROM indexed_texts WHERE kind = 0) LIMIT 1`,
  ],
  ['INDEX_INCONSISTENT', 'The index of memory has the wrong entries.', indexed('entries', 1)],
  ['INDEX_INCONSISTENT', 'The index of blocks has the wrong blocks.', indexed('blocks', 2)],
  [
    'BLOCK_INCONSISTENT',
    'The revisions or the sizes of a block do not match its bytes.',
    `SELECT 1 FROM blocks b WHERE
       b.snapshot_size != (SELECT coalesce(sum(length(snapshot)), 0) FROM block_snapshots WHERE block = b.id)
       OR (SELECT count(*) FROM block_values WHERE block = b.id AND json_valid(meta)) != 1
       OR (b.updates, b.updates_size) IS NOT
         (SELECT count(*), coalesce(sum(length(bytes)), 0) FROM block_updates WHERE block = b.id)
       OR (SELECT min(revision) FROM block_updates WHERE block = b.id) <= b.snapshot_revision
       OR (SELECT max(revision) FROM block_updates WHERE block = b.id) != b.content_revision
       OR max(b.content_revision, b.text_revision, b.snapshot_revision) > b.revision LIMIT 1`,
  ],
  [
    'BLOCK_INCONSISTENT',
    'A block is shared with another tenant, or with its owner.',
    `SELECT 1 FROM block_shares s JOIN blocks b ON b.id = s.block
     JOIN owners o ON o.id = b.owner JOIN owners g ON g.id = s.grantee
     WHERE o.tenant != g.tenant OR o.id = g.id LIMIT 1`,
  ],
  [
    'BLOB_INCONSISTENT',
    'The size of a blob does not match its parts.',
    `SELECT 1 FROM blobs b WHERE b.size !=
       (SELECT coalesce(sum(length(bytes)), 0) FROM blob_parts WHERE key >= b.number * 1024 AND key < (b.number + 1) * 1024)
     UNION ALL SELECT 1 FROM blob_parts WHERE key / 1024 NOT IN (SELECT number FROM blobs) LIMIT 1`,
  ],
  [
    'BLOB_INCONSISTENT',
    'There are blobs that no session has.',
    `SELECT 1 FROM blobs b
     WHERE NOT EXISTS (SELECT 1 FROM blob_links l WHERE l.owner = b.owner AND l.id = b.id) LIMIT 1`,
  ],
]

export function createCheck(access: Access, purge: Purge): CheckDatabase {
  const { db } = access
  const heads = createHeads(db)
  const verify = createVerifySession(db, createCompactionRows(db, createOperations(db)))
  const sessions = db.prepare('SELECT id FROM sessions WHERE id > ? ORDER BY id LIMIT 100')
  const integrity = db.prepare('PRAGMA integrity_check(20)')
  const foreignKeys = db.prepare('PRAGMA foreign_key_check')
  const asked = questions.map(([code, problem, sql]) => ({ code, problem, statement: db.prepare(sql) }))
  const checkIndex = createCheckIndex(db)

  const ofFile = (): readonly string[] => {
    const lines = (integrity.all() as { readonly integrity_check: string }[]).map((row) => row.integrity_check)
    return lines.filter((line) => line !== 'ok')
  }
  const ofKeys = (): readonly string[] => {
    const broken = foreignKeys.all().length
    return broken === 0 ? [] : [`${broken} rows reference missing rows.`]
  }
  /** A hundred sessions at a time, so that a long check does not keep others from emptying the write-ahead log. */
  const ofSessions = (after: number): CheckedPart => {
    const rows = sessions.all(after) as { readonly id: number }[]
    return { last: rows.at(-1)?.id, notices: rows.flatMap(({ id }) => verify(heads.byId(id) as Head)) }
  }

  return async () => {
    const found: Notice[] = []
    /** A part that cannot even be checked is reported as damaged, and the rest is still checked. */
    const look = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
      try {
        return await work()
      } catch (error) {
        if (!isLamellaError(error, 'DATABASE_DAMAGED')) throw error
        found.push(notice('DATABASE_INCONSISTENT', error.what))
        return undefined
      }
    }
    for (const work of [ofFile, ofKeys]) {
      const problems = (await look(() => access.read(work))) ?? []
      found.push(...problems.map((problem) => notice('DATABASE_INCONSISTENT', problem)))
    }
    for (const { code, problem, statement } of asked) {
      const rows = await look(() => access.read(() => statement.all()))
      if (rows?.length) found.push(notice(code, problem))
    }
    for (const step of [checkIndex, ofSessions]) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after
        const part = await look(() => access.read(() => step(from)))
        found.push(...(part?.notices ?? []))
        after = part?.last
      }
    }
    if (await look(() => access.read(() => purge.isPending())))
      found.push(notice('ERASE_PENDING', 'Bytes of deleted data may still be in the file.'))
    return found
  }
}
