import { nextRunVersion, type RawSessions, storedRun } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { emptyHead, type Head, type Heads, sessionKey } from './heads.ts'

/** A state as it is stored, or what was added to it. */
interface RunRow {
  readonly version: number
  /** Its JSON. */
  readonly text: string
}

/** Returns the texts of the state of a session's run: the whole, and what was added. Call it in a transaction. */
export async function runRows(
  schema: string,
  statements: Statements,
  { tenant, id }: Head,
): Promise<readonly RunRow[]> {
  return statements.query<RunRow>(
    `SELECT version, json::text AS text FROM ${schema}.runs WHERE tenant = $1 AND session = $2 ORDER BY version`,
    ...[tenant, id],
  )
}

/** Creates the methods for the states of runs, one for each session. */
export function createRuns(
  { schema, read, write }: Database,
  heads: Heads,
): Required<NonNullable<RawSessions['runs']>> {
  /** The version of a session's state, also of a damaged one. */
  const versionOf = async (statements: Statements, { tenant, id }: Head): Promise<number | undefined> => {
    const [found] = await statements.query<{ readonly version: number | null }>(
      `SELECT max(version) AS version FROM ${schema}.runs WHERE tenant = $1 AND session = $2`,
      ...[tenant, id],
    )
    return found?.version ?? undefined
  }
  /** `undefined` also for a damaged state. */
  const find = async (statements: Statements, head: Head): Promise<ReturnType<typeof storedRun>> => {
    const found = await runRows(schema, statements, head)
    return storedRun(
      found.map(({ text }) => text),
      found.at(-1)?.version ?? 0,
    )
  }
  return {
    // Creates an empty session if it does not exist.
    write: (owner, session, change) =>
      write(owner.tenant, async (statements) => {
        const head = await heads.holdOrMake(statements, sessionKey(owner, session), { ...emptyHead, revision: 1 })
        const { tenant, id } = head
        // A damaged state counts as none, but its version is not used again.
        const kept = await versionOf(statements, head)
        const actual = kept === change.expectedVersion ? kept : (await find(statements, head))?.version
        const version = Math.max(nextRunVersion(session, change, actual ?? 0), (kept ?? 0) + 1)
        if (!change.adds) {
          await statements.query(`DELETE FROM ${schema}.runs WHERE tenant = $1 AND session = $2`, tenant, id)
        }
        await statements.query(
          `INSERT INTO ${schema}.runs (tenant, session, version, json) VALUES ($1, $2, $3, $4::text::json)`,
          ...[tenant, id, version, change.text],
        )
        return version
      }),
    read: (owner, session) =>
      read(owner.tenant, async (statements) => {
        const head = await heads.find(statements, sessionKey(owner, session))
        return head && find(statements, head)
      }),
    // The number of a deleted session is never used again.
    version: (owner, session) =>
      read(owner.tenant, async (statements) => {
        const head = await heads.find(statements, sessionKey(owner, session))
        const version = head && (await versionOf(statements, head))
        return version === undefined ? undefined : { version, series: String(head?.id) }
      }),
  }
}
