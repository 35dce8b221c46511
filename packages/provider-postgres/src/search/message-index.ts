import { throwIfAborted } from '@lamella/core/plugin'
import type { CountedText, StoreTerms } from '@lamella/ranker-bm25/stores'
import type { Owner } from '@lamella/store'
import { kept } from '@lamella/store/search'
import type { IdRow, Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { fromStored } from '../database/plain-text.ts'
import { postgresError } from '../errors.ts'
import type { Settings } from '../options.ts'
import type { RecentSessions } from '../sessions/recent-sessions.ts'
import { lockSessions } from '../sessions/remove-sessions.ts'
import { addTexts, type NewText } from './add-texts.ts'
import type { IndexPart } from './kinds.ts'

/**
 * The maximum number of sessions, of messages, and of UTF-16 units of their JSON, to index in one transaction: an append to
 * one of these sessions waits for it, and so does the search.
 */
const mostSessions = 25
const mostMessages = 250
const mostSize = 250_000

/** The same for the sessions that this process has just appended to, which a search must find. */
const mostOwnSize = 8_000_000

interface MessageRow {
  readonly session: number | string
  /** Whether this process has just appended to it. */
  readonly own: boolean
  /** Messages before this position are indexed. */
  readonly indexed: number
  /** NULL for a session that has no messages left to index. */
  readonly position: number | null
  readonly at: number | string | null
  readonly json: string | null
  /** The message before the first of a session, which the first may repeat. NULL for others. */
  readonly before: string | null
}

/** A session's messages to index. */
interface Batch {
  readonly session: number
  readonly indexed: number
  readonly texts: readonly NewText[]
}

/** What to index. */
export interface CatchUpRequest {
  readonly part: IndexPart
  /** The owner, whose sessions that this process has just appended to come first. */
  readonly owner?: Owner
  /** The session to index before others, if one is searched: its sort key. */
  readonly session?: Uint8Array | undefined
  /** No step but the first begins that, if it takes as long as the one before, would end after this many milliseconds. */
  readonly time: number
  readonly signal?: AbortSignal | undefined
}

/** Indexes messages of an owner that are not indexed yet; returns how many this call has added. */
export type CatchUp = (request: CatchUpRequest) => Promise<number>

/**
 * Messages are indexed on a search or on request (index-messages.ts), not on append: most sessions are never searched,
 * and the conversation waits for appends.
 *
 * First come the sessions that this process has just appended to, those with the fewest messages before others: what was
 * just said is always found. Then the session that is searched, then the newest ones. A session is indexed from its
 * start, so that one number says how far.
 */
export function createCatchUp(
  { schema, read, write }: Database,
  terms: StoreTerms,
  speaker: Settings['speaker'],
  recent: RecentSessions,
): CatchUp {
  return async ({ part, owner, session, time, signal }) => {
    const { tenant } = part
    const end = performance.now() + time
    const first = [owner === undefined ? [] : recent.of(owner), session && Buffer.from(session).toString('hex')]
    let count = 0
    for (;;) {
      const start = performance.now()
      throwIfAborted(signal, 'The indexing of messages')
      const rows = await read(fromStored(tenant), (statements) =>
        statements.query<MessageRow>(waitingRows(schema), tenant, part.owner, ...first),
      )
      if (rows.length === 0) return count
      const batches = batchesOf(rows, terms, speaker)
      count += await write(fromStored(tenant), (statements) => index(schema, statements, part, batches))
      const now = performance.now()
      if (now + (now - start) >= end) return count
    }
  }
}

/**
 * The statement for the next messages to index: of an owner, with the sort keys of its sessions that come first. By `s.id` alone,
 * the planner would read all sessions of the tenant until it has found enough that wait; it does not know whose those are.
 */
function waitingRows(schema: string): string {
  const waiting = 's.tenant = $1 AND s.owner = $2 AND s.waiting'
  return `SELECT s.id AS session, s.own, s.indexed, m.position, m.at, m.json::text AS json, CASE WHEN m.position = s.indexed THEN (
       SELECT b.json::text FROM ${schema}.messages b
       WHERE b.tenant = $1 AND b.session = s.id AND b.position = s.indexed - 1) END AS before
     FROM (
       SELECT id, indexed, min(rank) = 0 AS own, row_number() OVER (ORDER BY min(rank), min(size), id DESC) AS place FROM (
         SELECT s.id, s.indexed, 0 AS rank, e.position - s.indexed AS size
         FROM unnest($3::text[]) AS r (sort) CROSS JOIN LATERAL (
           SELECT id, indexed FROM ${schema}.sessions s WHERE ${waiting} AND s.sort = decode(r.sort, 'hex') OFFSET 0
         ) s CROSS JOIN LATERAL (
           SELECT position FROM ${schema}.messages WHERE tenant = $1 AND session = s.id ORDER BY position DESC LIMIT 1
         ) e WHERE e.position - s.indexed < ${mostMessages}
         UNION ALL
         SELECT s.id, s.indexed, 1, 0 FROM ${schema}.sessions s WHERE ${waiting} AND s.sort = decode($4, 'hex')
         UNION ALL
         (SELECT s.id, s.indexed, 2, 0 FROM ${schema}.sessions s WHERE ${waiting} ORDER BY s.id + 0 DESC LIMIT ${mostSessions})
       ) a GROUP BY id, indexed ORDER BY place LIMIT ${mostSessions}
     ) s LEFT JOIN LATERAL (
       SELECT m.position, m.at, m.json FROM ${schema}.messages m
       WHERE m.tenant = $1 AND m.session = s.id AND m.position >= s.indexed
         AND (m.position = s.indexed OR m.size_after <= CASE WHEN s.own THEN ${mostOwnSize} ELSE ${mostSize} END + coalesce((
           SELECT f.size_after FROM ${schema}.messages f
           WHERE f.tenant = $1 AND f.session = s.id AND f.position = s.indexed - 1), 0))
       ORDER BY m.position LIMIT ${mostMessages}
     ) m ON true
     ORDER BY s.place, m.position LIMIT ${mostMessages}`
}

function batchesOf(rows: readonly MessageRow[], terms: StoreTerms, speaker: Settings['speaker']): readonly Batch[] {
  const batches: { readonly session: number; readonly indexed: number; readonly texts: NewText[] }[] = []
  let size = 0
  let last: CountedText | undefined
  for (const { session: id, own, indexed, position, at, json, before } of rows) {
    if (size >= (own ? mostOwnSize : mostSize)) break
    size += json?.length ?? 0
    const session = Number(id)
    let batch = batches.at(-1)
    if (batch?.session !== session) {
      batch = { session, indexed, texts: [] }
      batches.push(batch)
      last = before === null ? undefined : countMessage(terms, speaker, before, null, undefined)
    }
    if (position === null || json === null) continue
    last = countMessage(terms, speaker, json, at, last)
    batch.texts.push({ item: session, position, group: session, counted: last })
  }
  return batches
}

function countMessage(
  terms: StoreTerms,
  speaker: Settings['speaker'],
  json: string,
  at: MessageRow['at'],
  previous: CountedText | undefined,
): CountedText {
  const text = kept.indexed(json, at, speaker, (...error) => postgresError('SPEAKER_FAILED', ...error))
  return terms.count(text, previous)
}

/** Indexes what nobody else has indexed meanwhile; returns how many messages. */
async function index(
  schema: string,
  statements: Statements,
  part: IndexPart,
  batches: readonly Batch[],
): Promise<number> {
  const { tenant } = part
  const ids = batches.map(({ session }) => session)
  const locked = await statements.query<IdRow & { readonly indexed: number }>(
    `SELECT id, indexed FROM ${schema}.sessions WHERE tenant = $1 AND id = ANY($2::bigint[])`,
    tenant,
    await lockSessions(schema, statements, tenant, ids),
  )
  const indexed = new Map(locked.map((row) => [Number(row.id), row.indexed]))
  const own = batches.filter((batch) => indexed.get(batch.session) === batch.indexed)
  const added = own.flatMap(({ texts }) => texts)
  await addTexts(schema, statements, part, added)
  await statements.query(
    // By the last message: of EXISTS, the planner expects a row soon, and scans the table where there is none.
    `UPDATE ${schema}.sessions s SET indexed = n.indexed, waiting = coalesce((
       SELECT m.position >= n.indexed FROM ${schema}.messages m
       WHERE m.tenant = $1 AND m.session = s.id ORDER BY m.position DESC LIMIT 1), false)
     FROM unnest($2::bigint[], $3::integer[]) AS n (id, indexed) WHERE s.tenant = $1 AND s.id = n.id`,
    ...[tenant, own.map(({ session }) => session), own.map((batch) => batch.indexed + batch.texts.length)],
  )
  return added.length
}
