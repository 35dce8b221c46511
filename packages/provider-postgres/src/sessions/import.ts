import { type ExportedMessage, type ExportedSession, type RawSessions, sessionExists } from '@lamella/store'
import { toKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { type Head, infoOf, sessionKey } from './heads.ts'
import type { SessionParts } from './session-parts.ts'

/** The most messages per insert, and the most UTF-16 units of those before the last. */
const step = { messages: 1_000, size: 4_000_000 }

/** Creates a session from the lines of an export. */
export function createImport(parts: SessionParts): NonNullable<RawSessions['transfer']>['import'] {
  const { database, heads, operations, compactions } = parts
  const insert = `INSERT INTO ${database.schema}.messages (tenant, session, position, revision, size_after, at, json)
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
      while (end < messages.length && end - first < step.messages && size - begun < step.size) {
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
  const addOperations = (statements: Statements, head: Head, { changes }: ExportedSession): Promise<void> => {
    const named = changes.flatMap(({ operation: name, revision, start, length, compaction }) =>
      name === undefined ? [] : [{ name, kind: compaction ? 'compact' : 'append', revision, start, length } as const],
    )
    return operations.add(statements, head, named)
  }

  return (owner, session, exported) => {
    const { info, messages } = exported
    const key = sessionKey(owner, session)
    return database.write(owner.tenant, async (statements) => {
      const { revision, length, createdAt, updatedAt, forkedFrom } = info
      const head = await heads.make(statements, key, {
        ...{ revision, length, createdAt: toKept(createdAt), changedAt: toKept(updatedAt) },
        ...{ forkedFrom: forkedFrom?.session ?? null, forkedAt: forkedFrom?.at ?? null },
      })
      if (!head) throw sessionExists(session)
      await addMessages(statements, head, messages)
      for (const compaction of exported.compactions) await compactions.add(statements, head, compaction)
      await addOperations(statements, head, exported)
      return infoOf((await heads.find(statements, key)) as Head)
    })
  }
}
