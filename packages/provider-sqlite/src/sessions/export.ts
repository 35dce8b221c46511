import { LamellaError } from '@lamella/core'
import { type ExportedMessage, isKeptText, type RawSessions, sessionMissing, writeSessionLines } from '@lamella/store'
import { fromKept } from '@lamella/store/search'
import { sortKey } from '../database/sort-key.ts'
import { infoOf } from './heads.ts'
import { keyOf, placeOf } from './keys.ts'
import type { SessionParts } from './session-parts.ts'

/** The number of messages per read. */
const step = 500

interface ExportRow {
  readonly key: number
  readonly revision: number
  readonly at: number | null
  readonly json: string
}

/**
 * Sessions only grow, so the messages that exist at the start form one state, even during appends, and can be read in
 * batches.
 */
export function createExport(parts: SessionParts): NonNullable<RawSessions['transfer']>['export'] {
  const { access, heads, operations, compactions } = parts
  const { db, read } = access
  const rows = db.prepare(
    `SELECT key, revision, at, json FROM messages WHERE key >= ? AND key < ? ORDER BY key LIMIT ${step}`,
  )
  return async function* (owner, session) {
    const sort = sortKey(session)
    const begun = await read(() => {
      const head = heads.find(owner, sort)
      if (head && compactions.isDamaged(head.id)) throw damaged(session, 'A compaction')
      return head && { head, compactions: compactions.list(head.id), operations: operations.list(head.id) }
    })
    if (!begun) throw sessionMissing(session)
    const { head } = begun
    async function* messages(): AsyncGenerator<ExportedMessage, void, undefined> {
      for (let position = 0; position < head.length; ) {
        const some = await read(() => {
          // If it has been deleted meanwhile, another session may have its number.
          if (heads.find(owner, sort)?.id !== head.id) throw sessionMissing(session)
          return rows.all(keyOf(head.id, position), keyOf(head.id, head.length)) as ExportRow[]
        })
        for (const row of some) yield exported(session, position++, row)
        // Missing messages are reported after counting.
        if (some.length < step) return
      }
    }
    yield* writeSessionLines({ ...begun, info: infoOf(head), messages: messages() })
  }
}

function exported(session: string, position: number, { key, revision, at, json }: ExportRow): ExportedMessage {
  if (placeOf(key).position !== position || !isKeptText('json', json)) {
    throw damaged(session, `Message ${position}`)
  }
  return { text: json, revision, at: at === null ? undefined : fromKept(at) }
}

function damaged(session: string, what: string): LamellaError<'SESSION_DAMAGED'> {
  return new LamellaError({
    code: 'SESSION_DAMAGED',
    what: `${what} of session ${JSON.stringify(session)} differs from what was written.`,
    fix: 'Restore a backup, or read the other messages with page(), which leaves it out.',
    details: { session },
  })
}
