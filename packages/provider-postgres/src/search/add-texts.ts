import type { Statements } from '../database/connector.ts'
import { type IndexPart, keysOf } from './kinds.ts'
import { lengthSize, lengthText, mostOffsets, postingText } from './postings.ts'

/** A text to index. */
export interface NewText {
  /** The number of its session, memory or block. */
  readonly item: number
  /** The position of a message; 0 for others. */
  readonly position: number
  /** The terms of its content, and those of its metadata, such as its date. */
  readonly said: readonly string[]
  readonly around: readonly string[]
  /** Whether a message asks a question. Default `false`. */
  readonly asks?: boolean
}

/** A chunk ends after this many postings: removing a text reads its chunk. */
const mostPostings = 32_000

interface ExtentRow {
  readonly next: number
  readonly chunk: number
  readonly postings: number
}

/** A run of texts with adjacent numbers, as stored. */
interface Run {
  readonly number: number
  readonly chunk: number
  readonly item: number
  readonly position: number
  lengths: string
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
    `INSERT INTO ${schema}.indexed_extents AS e (tenant, owner, kind, count, terms, next, chunk, postings)
     VALUES ($1, $2, $3, 0, 0, 0, 0, 0)
     ON CONFLICT (tenant, owner, kind) DO UPDATE SET count = e.count RETURNING next, chunk, postings`,
    ...keys,
  )
  const added = layOut(texts, extent as ExtentRow)
  for (const [chunk, terms] of added.chunks) {
    // In order, so that neighbours in the table are written together.
    const rows = [...terms].sort(([a], [b]) => (a < b ? -1 : 1))
    await statements.query(
      `INSERT INTO ${schema}.words AS w (tenant, owner, kind, chunk, term, postings)
       SELECT $1, $2, $3, $4, n.term, decode(n.postings, 'hex') FROM unnest($5::text[], $6::text[]) AS n (term, postings)
       ON CONFLICT (tenant, owner, kind, term, chunk) DO UPDATE SET postings = w.postings || excluded.postings`,
      ...[...keys, chunk, rows.map(([term]) => term), rows.map(([, postings]) => postings)],
    )
  }
  await addRuns(schema, statements, part, added.runs)
  await statements.query(
    `UPDATE ${schema}.indexed_extents SET count = count + $4, terms = terms + $5, next = $6, chunk = $7, postings = $8
     WHERE tenant = $1 AND owner = $2 AND kind = $3`,
    ...[...keys, texts.length, texts.reduce((sum, { said }) => sum + said.length, 0)],
    ...[added.next, added.chunk, added.postings],
  )
}

interface LaidOut extends ExtentRow {
  /** By chunk: the postings of each term, as hexadecimal digits. */
  readonly chunks: ReadonlyMap<number, ReadonlyMap<string, string>>
  readonly runs: readonly Run[]
}

/** Numbers texts, and groups their postings and lengths by chunk. */
function layOut(texts: readonly NewText[], start: ExtentRow): LaidOut {
  const chunks = new Map<number, Map<string, string>>()
  const runs: Run[] = []
  let { next, chunk, postings } = start
  let end = { item: -1, position: -1 }
  for (const { item, position, said, around, asks = false } of texts) {
    const isNewChunk = postings >= mostPostings || next - chunk >= mostOffsets
    if (isNewChunk) [chunk, postings] = [next, 0]
    const counts = countsOf(said, around)
    const terms = chunks.get(chunk) ?? new Map<string, string>()
    chunks.set(chunk, terms)
    for (const [term, count] of counts) {
      terms.set(term, (terms.get(term) ?? '') + postingText({ offset: next - chunk, ...count }))
    }
    const run = runs.at(-1)
    if (run && !isNewChunk && item === end.item && position === end.position + 1) {
      run.lengths += lengthText(said.length, asks)
    } else runs.push({ number: next, chunk, item, position, lengths: lengthText(said.length, asks) })
    end = { item, position }
    postings += counts.size
    next++
  }
  return { chunks, runs, next, chunk, postings }
}

function countsOf(
  said: readonly string[],
  around: readonly string[],
): ReadonlyMap<string, { readonly said: number; readonly around: number }> {
  const counts = new Map<string, { said: number; around: number }>()
  const add = (terms: readonly string[], field: 'said' | 'around'): void => {
    for (const term of terms) {
      const count = counts.get(term) ?? { said: 0, around: 0 }
      count[field]++
      counts.set(term, count)
    }
  }
  add(said, 'said')
  add(around, 'around')
  return counts
}

/** Adds runs; the first one continues the last stored one if it can. */
async function addRuns(
  schema: string,
  statements: Statements,
  part: IndexPart,
  [first, ...others]: readonly Run[],
): Promise<void> {
  const keys = keysOf(part)
  const continued =
    first &&
    (await statements.query(
      `UPDATE ${schema}.indexed_texts r SET lengths = r.lengths || decode($7, 'hex')
       WHERE r.tenant = $1 AND r.owner = $2 AND r.kind = $3 AND r.chunk = $4 AND r.item = $5
         AND r.position + octet_length(r.lengths) / ${lengthSize} = $6
         AND r.number + octet_length(r.lengths) / ${lengthSize} = $8 RETURNING 1`,
      ...[...keys, first.chunk, first.item, first.position, first.lengths, first.number],
    ))
  const runs = first === undefined || (continued?.length ?? 0) > 0 ? others : [first, ...others]
  await statements.query(
    `INSERT INTO ${schema}.indexed_texts (tenant, owner, kind, number, chunk, item, position, lengths)
     SELECT $1, $2, $3, n.number, n.chunk, n.item, n.position, decode(n.lengths, 'hex')
     FROM unnest($4::integer[], $5::integer[], $6::bigint[], $7::integer[], $8::text[])
       AS n (number, chunk, item, position, lengths)`,
    ...keys,
    ...(['number', 'chunk', 'item', 'position', 'lengths'] as const).map((field) => runs.map((run) => run[field])),
  )
}
