import {
  type ExportedMessage,
  isKeptText,
  type RawSessions,
  sessionDamaged,
  sessionMissing,
  writeSessionLines,
} from '@lamella/store'
import { fromKept } from '@lamella/store/search'
import { infoOf, mustExist, sessionKey } from './heads.ts'
import type { SessionParts } from './session-parts.ts'

/** The number of messages per read. */
const step = 500

interface ExportRow {
  readonly position: number
  readonly revision: number
  readonly at: number | string | null
  readonly json: string
}

/**
 * Sessions only grow, so the messages that exist at the start form one state, even during appends, and can be read in
 * batches. No connection is held between them: a reader that is slow, or stops, is in nobody's way.
 */
export function createExport(parts: SessionParts): NonNullable<RawSessions['transfer']>['export'] {
  const { database, heads, operations, compactions } = parts
  const batch = `SELECT position, revision, at, json::text AS json FROM ${database.schema}.messages
    WHERE tenant = $1 AND session = $2 AND position >= $3 AND position < $4 ORDER BY position LIMIT ${step}`
  return async function* (owner, session) {
    const key = sessionKey(owner, session)
    const { tenant } = owner
    const { head, ...begun } = await database.read(tenant, async (statements) => {
      const head = mustExist(await heads.find(statements, key), session)
      const { list, isDamaged } = await compactions.read(statements, head)
      if (isDamaged) throw damaged(session, 'a compaction')
      return { head, compactions: list, operations: await operations.list(statements, head) }
    })
    async function* messages(): AsyncGenerator<ExportedMessage, void, undefined> {
      for (let position = 0; position < head.length; ) {
        const some = await database.read(tenant, async (statements) => {
          // Deleted meanwhile, or deleted and created again.
          if ((await heads.find(statements, key))?.id !== head.id) throw sessionMissing(session)
          return statements.query<ExportRow>(batch, head.tenant, head.id, position, head.length)
        })
        for (const row of some) yield exported(session, position++, row)
        // Missing messages are reported after counting.
        if (some.length < step) return
      }
    }
    yield* writeSessionLines({ ...begun, info: infoOf(head), messages: messages() })
  }
}

function exported(session: string, expected: number, { position, revision, at, json }: ExportRow): ExportedMessage {
  if (position !== expected || !isKeptText('json', json)) throw damaged(session, `message ${expected}`)
  return { text: json, revision, at: at === null ? undefined : fromKept(at) }
}

function damaged(session: string, what: string): Error {
  const fix = 'Restore a backup, or read the other messages with page(), which leaves it out.'
  return sessionDamaged(session, `has ${what} that differs from what was written`, fix)
}
