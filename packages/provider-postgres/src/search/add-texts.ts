import { addPostings, type CountedText, type TextRecord, textBytes } from '@lamella/ranker-bm25/stores'
import type { Statements } from '../database/connector.ts'
import { type IndexPart, keysOf } from './kinds.ts'

/** A text to index. */
export interface NewText {
  /** The number of its session, memory or block. */
  readonly item: number
  /** The position of a message; 0 for others. */
  readonly position: number
  /** The number of its conversation; 0 for none. */
  readonly group: number
  readonly counted: CountedText
  /** Whether it has importance. Default `false`. */
  readonly important?: boolean
}

/** A chunk ends after this many texts or postings: removing a text may read its chunk. */
const mostPlaces = 4096
const mostPostings = 65_536

interface ExtentRow {
  readonly next: number
  readonly chunk: number
  readonly postings: number
}

/** A run of texts with adjacent numbers. */
interface Run {
  readonly number: number
  readonly chunk: number
  readonly item: number
  readonly position: number
  readonly records: TextRecord[]
}

/** Indexes texts that are not indexed. Call it in a transaction that has locked what they belong to. */
export async function addTexts(
  schema: string,
  statements: Statements,
  part: IndexPart,
  texts: readonly NewText[],
): Promise<void> {
  if (texts.length === 0) return
  const keys = keysOf(part)
  // Locks the row, new or not: others that index or remove texts of this owner and kind wait here.
  const [extent] = await statements.query<ExtentRow>(
    `INSERT INTO ${schema}.indexed_extents AS e (tenant, owner, kind, version, count, next, chunk, postings, important)
     VALUES ($1, $2, $3, 0, 0, 0, 0, 0, false)
     ON CONFLICT (tenant, owner, kind) DO UPDATE SET count = e.count RETURNING next, chunk, postings`,
    ...keys,
  )
  const added = layOut(part, texts, extent as ExtentRow)
  for (const [chunk, terms] of added.chunks) {
    // In order, so that neighbours in the table are written together.
    const rows = [...terms].sort(([a], [b]) => (a < b ? -1 : 1))
    await statements.query(
      `INSERT INTO ${schema}.words AS w (tenant, owner, kind, chunk, term, postings)
       SELECT $1, $2, $3, $4, n.term, decode(n.postings, 'hex') FROM unnest($5::text[], $6::text[]) AS n (term, postings)
       ON CONFLICT (tenant, owner, kind, chunk, term) DO UPDATE SET postings = w.postings || excluded.postings`,
      ...[...keys, chunk, rows.map(([term]) => term), rows.map(([, postings]) => hex(postings))],
    )
  }
  await addRuns(schema, statements, part, added.runs)
  await statements.query(
    `UPDATE ${schema}.indexed_extents SET count = count + $4, next = $5, chunk = $6, postings = $7,
       important = important OR $8
     WHERE tenant = $1 AND owner = $2 AND kind = $3`,
    ...[...keys, texts.length, added.next, added.chunk, added.postings],
    texts.some(({ important }) => important === true),
  )
}

interface LaidOut extends ExtentRow {
  /** By chunk: the postings of each term. */
  readonly chunks: ReadonlyMap<number, ReadonlyMap<string, readonly number[]>>
  readonly runs: readonly Run[]
}

/** Numbers texts, and groups their postings and records by chunk. */
function layOut({ kind }: IndexPart, texts: readonly NewText[], start: ExtentRow): LaidOut {
  const chunks = new Map<number, Map<string, number[]>>()
  const runs: Run[] = []
  let { next, chunk, postings } = start
  let end = { item: -1, position: -1 }
  for (const { item, position, group, counted } of texts) {
    const isNewChunk = postings >= mostPostings || next - chunk >= mostPlaces
    if (isNewChunk) [chunk, postings] = [next, 0]
    const terms = chunks.get(chunk) ?? new Map<string, number[]>()
    chunks.set(chunk, terms)
    postings += addPostings(terms, next - chunk, counted)
    const record = { id: kind === 'message' ? next : item, group, counted }
    const run = runs.at(-1)
    if (run && !isNewChunk && item === end.item && position === end.position + 1) run.records.push(record)
    else runs.push({ number: next, chunk, item, position, records: [record] })
    end = { item, position }
    next++
  }
  return { chunks, runs, next, chunk, postings }
}

/** Adds runs; the first one continues the last stored one if it can. */
async function addRuns(schema: string, statements: Statements, part: IndexPart, added: readonly Run[]): Promise<void> {
  const keys = keysOf(part)
  const rows = added.map(({ records, ...run }) => ({ ...run, count: records.length, texts: hex(textBytes(records)) }))
  const [first, ...others] = rows
  const continued =
    first &&
    (await statements.query(
      `UPDATE ${schema}.indexed_texts r SET texts = r.texts || decode($7, 'hex'), count = r.count + $9
       WHERE r.tenant = $1 AND r.owner = $2 AND r.kind = $3 AND r.chunk = $4 AND r.item = $5
         AND r.position + r.count = $6 AND r.number + r.count = $8 RETURNING 1`,
      ...[...keys, first.chunk, first.item, first.position, first.texts, first.number, first.count],
    ))
  const left = (continued?.length ?? 0) > 0 ? others : rows
  await statements.query(
    `INSERT INTO ${schema}.indexed_texts (tenant, owner, kind, number, chunk, item, position, count, texts)
     SELECT $1, $2, $3, n.number, n.chunk, n.item, n.position, n.count, decode(n.texts, 'hex')
     FROM unnest($4::integer[], $5::integer[], $6::bigint[], $7::integer[], $8::integer[], $9::text[])
       AS n (number, chunk, item, position, count, texts)`,
    ...keys,
    ...(['number', 'chunk', 'item', 'position', 'count', 'texts'] as const).map((field) =>
      left.map((run) => run[field]),
    ),
  )
}

function hex(bytes: readonly number[] | Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
