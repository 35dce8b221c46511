import type { NewCompaction } from '@lamella/core/plugin'
import { type Change, type Compaction, mustBeAt, sameCompaction } from '@lamella/store'
import { type KeptCompaction, kept, toKept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { anotherChange } from './append-texts.ts'
import type { Head } from './heads.ts'
import type { Operations } from './operations.ts'

/** Summaries that replace messages. Call these methods in a transaction. */
export interface CompactionRows {
  add(head: Head, compaction: NewCompaction, change: Change): Compaction
  /** Adds one unchanged, for an import. */
  restore(session: number, compaction: Compaction): void
  /** Oldest first, without damaged ones: their messages can still be read. */
  list(session: number): readonly Compaction[]
  /** Whether a compaction differs from what was written. */
  isDamaged(session: number): boolean
  /** Copies the summaries of another session before a position, as of revision 1. */
  copy(from: number, into: number, before: number): void
}

export function createCompactionRows(db: SqliteDatabase, operations: Operations): CompactionRows {
  const columns = 'first, behind, text, at, native'
  const insert = db.prepare(`INSERT INTO compactions (session, revision, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const changed = db.prepare('UPDATE sessions SET changed_revision = ?, changed_at = ? WHERE id = ?')
  const dated = db.prepare('UPDATE sessions SET created_at = ? WHERE id = ? AND created_at IS NULL')
  const rows = db.prepare(
    `SELECT revision, first AS start, behind AS "end", text, at, native FROM compactions WHERE session = ? ORDER BY revision, id`,
  )
  const copy = db.prepare(`
    INSERT INTO compactions (session, revision, ${columns})
    SELECT ?, 1, ${columns} FROM compactions WHERE session = ? AND behind <= ? ORDER BY revision, id
  `)
  const all = (session: number): readonly (Compaction | undefined)[] =>
    (rows.all(session) as KeptCompaction[]).map(kept.compaction)
  const list = (session: number): readonly Compaction[] => all(session).filter((one) => one !== undefined)
  const restore = (session: number, { revision, start, end, text, at, native }: Compaction): void => {
    const json = native === undefined ? null : JSON.stringify(native)
    insert.run(session, revision, start, end, text, toKept(at), json)
  }

  return {
    add: (head, compaction, { expectedRevision, operation, at }) => {
      const done = operation === undefined ? undefined : operations.find(head.id, operation)
      if (done) {
        const first = list(head.id).find(({ revision }) => revision === done.revision)
        if (done.kind !== 'compact' || first === undefined || !sameCompaction(first, compaction)) throw anotherChange()
        return first
      }
      mustBeAt('session', head.name, expectedRevision, head.revision)
      const revision = head.revision + 1
      const added: Compaction = at === undefined ? { ...compaction, revision } : { ...compaction, revision, at }
      restore(head.id, added)
      const time = toKept(at)
      changed.run(revision, time ?? head.changedAt, head.id)
      if (time !== null) dated.run(time, head.id)
      if (operation !== undefined) {
        const { length } = head
        operations.add(head.id, { name: operation, kind: 'compact', revision, start: length, length })
      }
      return added
    },
    restore,
    list,
    isDamaged: (session) => all(session).includes(undefined),
    copy: (from, into, before) => copy.run(into, from, before),
  }
}
