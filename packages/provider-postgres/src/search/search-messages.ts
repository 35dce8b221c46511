import type { Message } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import type { CheckedSearch, FoundMessage, Owner } from '@lamella/store'
import { kept, type Ranking } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import { fromStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import type { Settings } from '../options.ts'
import type { Texts, Vectors } from '../vectors/vectors.ts'
import type { CatchUp } from './message-index.ts'
import type { Reading } from './read-index.ts'
import { placeIn } from './runs.ts'
import { createSearch } from './search.ts'
import type { SearchSetup } from './search-setup.ts'

/** Searches the messages of an owner's sessions, or of one of them. */
export type SearchMessages = (owner: Owner, request: CheckedSearch, session?: string) => Promise<Ranking<FoundMessage>>

/** Messages of sessions that are indexed, and those that are not. PostgreSQL's clients return sums as text. */
interface WaitingRow {
  readonly indexed: number | string | null
  readonly left: number | string | null
}

interface FoundRow {
  readonly number: number
  readonly position: number
  readonly at: number | string | null
  readonly json: string
  readonly name: string
}

export function createSearchMessages(
  database: Database,
  setup: SearchSetup,
  vectors: Vectors | undefined,
  settings: Settings,
  catchUp: CatchUp,
): SearchMessages {
  const { schema } = database
  const load = async ({ statements, part, runs }: Reading, ids: readonly number[]) => {
    const places = ids.flatMap((number) => {
      const run = runs.of(number)
      return run ? [{ number, session: run.item, position: placeIn(run, number) }] : []
    })
    const rows = await statements.query<FoundRow>(
      `SELECT n.number, m.position, m.at, m.json::text AS json, s.name
       FROM unnest($2::integer[], $3::bigint[], $4::integer[]) AS n (number, session, position)
       JOIN ${schema}.messages m ON m.tenant = $1 AND m.session = n.session AND m.position = n.position
       JOIN ${schema}.sessions s ON s.tenant = $1 AND s.id = n.session`,
      part.tenant,
      ...(['number', 'session', 'position'] as const).map((field) => places.map((place) => place[field])),
    )
    return new Map(
      rows.map(({ number, position, at, json, name }) => [number, kept.findable(fromStored(name), position, at, json)]),
    )
  }
  const search = createSearch<FoundMessage>(
    database,
    setup,
    {
      kind: 'message',
      catchUp: (request) => catchUp({ ...request, time: settings.indexingTime }),
      indexed: async ({ statements, part }, { count }, session) => {
        const [row] = await statements.query<WaitingRow>(waitingOf(schema), part.tenant, part.owner, session ?? null)
        const done = session === undefined ? count : Number(row?.indexed ?? 0)
        return { of: done + Number(row?.left ?? 0), done }
      },
      load,
    },
    vectors,
    settings,
  )

  return (owner, request, session) => search(owner, request, session === undefined ? undefined : sortKey(session))
}

/** The statement for a `WaitingRow`: of a session, or of all sessions of an owner that have messages left. */
function waitingOf(schema: string): string {
  return `SELECT sum(s.indexed) AS indexed, sum(m.position + 1 - s.indexed) AS left FROM ${schema}.sessions s
    CROSS JOIN LATERAL (
      SELECT position FROM ${schema}.messages WHERE tenant = $1 AND session = s.id ORDER BY position DESC LIMIT 1) m
    WHERE s.tenant = $1 AND s.owner = $2 AND ($3::bigint IS NULL AND s.waiting OR s.id = $3)`
}

/** Messages without a vector, and their texts. */
export function textsOfMessages(schema: string): Texts {
  interface TextRow {
    readonly id: number
    readonly item: number | string
    readonly position: number
    readonly json: string
  }
  return {
    kind: 'message',
    waiting: async (statements, { tenant, owner }, embedder, after) => {
      const rows = await statements.query<TextRow>(
        // NOT IN reads the owner's vectors once (a hashed subplan). A join may read all of them for each message, since
        // PostgreSQL expects few rows of any owner.
        `SELECT w.id, w.item, w.position, m.json::text AS json FROM (
           SELECT r.number + g.n AS id, r.item, r.position + g.n AS position
           FROM ${schema}.indexed_texts r
           CROSS JOIN LATERAL generate_series(0, r.count - 1) AS g (n)
           WHERE r.tenant = $1 AND r.owner = $2 AND r.kind = 0 AND r.number + g.n > $4
             AND (r.item, r.position + g.n) NOT IN (
               SELECT v.item, v.position FROM ${schema}.vectors v
               WHERE v.tenant = $1 AND v.owner = $2 AND v.kind = 0 AND v.embedder = $3)
           ORDER BY 1 LIMIT 1000) w
         CROSS JOIN LATERAL (
           SELECT json FROM ${schema}.messages WHERE tenant = $1 AND session = w.item AND position = w.position LIMIT 1) m
         ORDER BY w.id`,
        ...[tenant, owner, embedder, after],
      )
      return rows.map(({ json, item, ...row }) => ({ ...row, tenant, owner, item: Number(item), text: textOf(json) }))
    },
    lock: async (statements, items) => {
      const tenant = items[0]?.tenant
      const sessions = [...new Set(items.map(({ item }) => item))]
      await statements.query(
        `SELECT FROM ${schema}.sessions WHERE tenant = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR KEY SHARE`,
        ...[tenant, sessions],
      )
      const rows = await statements.query<{ readonly place: number | string; readonly json: string }>(
        `SELECT n.place, m.json::text AS json
         FROM unnest($2::bigint[], $3::integer[]) WITH ORDINALITY AS n (session, position, place)
         JOIN ${schema}.messages m ON m.tenant = $1 AND m.session = n.session AND m.position = n.position`,
        ...[tenant, items.map(({ item }) => item), items.map(({ position }) => position)],
      )
      const texts = new Map(rows.map(({ place, json }) => [Number(place) - 1, textOf(json)]))
      return items.map((_, index) => texts.get(index))
    },
  }
}

function textOf(json: string): string {
  return messageText(JSON.parse(json) as Message)
}
