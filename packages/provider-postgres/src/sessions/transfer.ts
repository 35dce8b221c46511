import {
  type ExportedMessage,
  isKeptText,
  mustReach,
  type RawSessions,
  sessionDamaged,
  sessionExists,
  sessionMissing,
  writeSessionLines,
} from '@lamella/store'
import { fromKept, kept, toKept } from '@lamella/store/search'
import type { SessionBlobs } from '../blobs/session-blobs.ts'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import type { CompactionRows } from './compaction-rows.ts'
import { emptyHead, type Head, type Heads, mustExist, sessionKey } from './heads.ts'
import type { Operations } from './operations.ts'

/** What else a transfer uses of a session store. */
interface Parts {
  readonly heads: Heads
  readonly operations: Operations
  readonly compactions: CompactionRows
  readonly blobs: SessionBlobs
}

/** The number of messages per read of an export. */
const step = 500

/** The most messages per insert of an import, and the most UTF-16 units of those before the last. */
const most = { messages: 1_000, size: 4_000_000 }

interface ExportRow {
  readonly position: number
  readonly revision: number
  readonly at: number | string | null
  readonly json: string
}

/** Creates the methods that make a session from another one, or from the lines of an export. */
export function createTransfer(
  { schema, read, write }: Database,
  { heads, operations, compactions, blobs }: Parts,
): NonNullable<RawSessions['transfer']> {
  const copyMessages = `INSERT INTO ${schema}.messages (tenant, session, position, revision, size_after, at, json)
    SELECT tenant, $3, position, 1, size_after, at, json FROM ${schema}.messages
    WHERE tenant = $1 AND session = $2 AND position < $4`
  const copyRun = `INSERT INTO ${schema}.runs (tenant, session, version, json)
    SELECT tenant, $3, version + 1 - max(version) OVER (), json FROM ${schema}.runs WHERE tenant = $1 AND session = $2`
  const batch = `SELECT position, revision, at, json::text AS json FROM ${schema}.messages
    WHERE tenant = $1 AND session = $2 AND position >= $3 AND position < $4 ORDER BY position LIMIT ${step}`
  const insert = `INSERT INTO ${schema}.messages (tenant, session, position, revision, size_after, at, json)
    SELECT $1, $2, $3 + m.place - 1, m.revision, m.size, m.time, m.text::json
    FROM unnest($4::integer[], $5::bigint[], $6::bigint[], $7::text[])
      WITH ORDINALITY AS m (revision, size, time, text, place)`

  const addMessages = async (
    statements: Statements,
    head: Head,
    messages: readonly ExportedMessage[],
  ): Promise<void> => {
    let size = 0
    for (let first = 0; first < messages.length; ) {
      const sizes: number[] = []
      const begun = size
      let end = first
      while (end < messages.length && end - first < most.messages && size - begun < most.size) {
        size += (messages[end++] as ExportedMessage).text.length
        sizes.push(size)
      }
      const some = messages.slice(first, end)
      await statements.query(
        insert,
        ...[head.tenant, head.id, first, some.map(({ revision }) => revision), sizes],
        some.map(({ at }) => toKept(at)),
        some.map(({ text }) => text),
      )
      first = end
    }
  }
  return {
    fork: (owner, session, into, at) =>
      write(owner.tenant, async (statements) => {
        const [from, to] = [sessionKey(owner, session), sessionKey(owner, into)]
        const head = mustExist(await heads.hold(statements, from), session)
        const { tenant, length } = head
        const end = at ?? length
        if (end > length && (await heads.find(statements, to))) throw sessionExists(into)
        mustReach('at', end, length)
        const begun = { ...emptyHead, revision: 1, length: end, forkedFrom: head.name, forkedAt: end }
        const made = await heads.make(statements, to, begun)
        if (!made) throw sessionExists(into)
        await statements.query(copyMessages, tenant, head.id, made.id, end)
        await compactions.copy(statements, head, made, end)
        await statements.query(copyRun, tenant, head.id, made.id)
        await blobs.copy(statements, from, to)
        return kept.session((await heads.find(statements, to)) as Head)
      }),
    // Sessions only grow, so the messages that exist at the start form one state, even during appends, and can be read
    // in batches. No connection is held between them: a reader that is slow, or stops, is in nobody's way.
    export: async function* (owner, session) {
      const key = sessionKey(owner, session)
      const { head, ...begun } = await read(owner.tenant, async (statements) => {
        const head = mustExist(await heads.find(statements, key), session)
        const { list, isDamaged } = await compactions.read(statements, head)
        if (isDamaged) throw damaged(session, 'a compaction')
        return { head, compactions: list, operations: await operations.list(statements, head) }
      })
      async function* messages(): AsyncGenerator<ExportedMessage, void, undefined> {
        for (let position = 0; position < head.length; ) {
          const some = await read(owner.tenant, async (statements) => {
            // Deleted meanwhile, or deleted and created again.
            if ((await heads.find(statements, key))?.id !== head.id) throw sessionMissing(session)
            return statements.query<ExportRow>(batch, head.tenant, head.id, position, head.length)
          })
          for (const row of some) yield exported(session, position++, row)
          // Missing messages are reported after counting.
          if (some.length < step) return
        }
      }
      yield* writeSessionLines({ ...begun, info: kept.session(head), messages: messages() })
    },
    import: (owner, session, exported) =>
      write(owner.tenant, async (statements) => {
        const key = sessionKey(owner, session)
        const { revision, length, createdAt, updatedAt, forkedFrom } = exported.info
        const head = await heads.make(statements, key, {
          ...{ revision, length, createdAt: toKept(createdAt), changedAt: toKept(updatedAt) },
          ...{ forkedFrom: forkedFrom?.session ?? null, forkedAt: forkedFrom?.at ?? null },
        })
        if (!head) throw sessionExists(session)
        await addMessages(statements, head, exported.messages)
        for (const compaction of exported.compactions) await compactions.add(statements, head, compaction)
        const named = exported.changes.flatMap(({ operation: name, compaction, ...change }) =>
          name === undefined ? [] : [{ ...change, name, kind: compaction ? 'compact' : 'append' } as const],
        )
        await operations.add(statements, head, named)
        return kept.session((await heads.find(statements, key)) as Head)
      }),
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
