import { eachPosting, lengthAt, lengthSize } from '../../src/search/postings.ts'
import type { Admin } from './engines.ts'

type Row = Readonly<Record<string, unknown>>

/** Returns what does not match in the tables of the word index of a schema, and in the flags of what is indexed. */
export async function indexProblems(admin: Admin, schema: string): Promise<readonly string[]> {
  const rows = async (text: string): Promise<readonly Row[]> =>
    ((await admin.query(text)) as { readonly rows: readonly Row[] }).rows
  const problems: string[] = []
  const keyOf = ({ tenant, owner, kind }: Row): string => `${tenant} ${owner} ${kind}`
  const texts = new Map<string, { count: number; terms: number; readonly numbers: Set<number> }>()
  const items = new Set<string>()
  for (const row of await rows(`SELECT * FROM ${schema}.indexed_texts`)) {
    const lengths = row['lengths'] as Uint8Array
    const own = texts.get(keyOf(row)) ?? { count: 0, terms: 0, numbers: new Set() }
    texts.set(keyOf(row), own)
    for (let i = 0; i < lengths.length / lengthSize; i++) {
      const item = `${keyOf(row)} ${row['item']} ${Number(row['position']) + i}`
      if (items.has(item)) problems.push(`${item} is indexed twice`)
      items.add(item)
      own.count++
      own.terms += lengthAt(lengths, i)
      own.numbers.add(Number(row['number']) + i)
    }
  }
  for (const row of await rows(`SELECT * FROM ${schema}.indexed_extents`)) {
    const { count = 0, terms = 0 } = texts.get(keyOf(row)) ?? {}
    if (Number(row['count']) !== count || Number(row['terms']) !== terms) problems.push(`extent of ${keyOf(row)}`)
  }
  const said = new Map<string, number>()
  for (const row of await rows(`SELECT * FROM ${schema}.words`)) {
    eachPosting(row['postings'] as Uint8Array, (offset, times) => {
      const number = Number(row['chunk']) + offset
      if (!texts.get(keyOf(row))?.numbers.has(number)) problems.push(`${row['term']} of ${keyOf(row)} ${number}`)
      said.set(keyOf(row), (said.get(keyOf(row)) ?? 0) + times)
    })
  }
  for (const [key, { terms }] of texts) if ((said.get(key) ?? 0) !== terms) problems.push(`terms of ${key}`)
  const sessions = `SELECT s.id FROM ${schema}.sessions s WHERE s.waiting = (s.indexed = (SELECT count(*) FROM ${schema}.messages m WHERE m.session = s.id)) OR s.indexed <> (
    SELECT coalesce(sum(octet_length(r.lengths) / ${lengthSize}), 0) FROM ${schema}.indexed_texts r
    WHERE r.tenant = s.tenant AND r.kind = 0 AND r.item = s.id)`
  const entries = `SELECT e.id FROM ${schema}.entries e WHERE e.waiting = EXISTS (
    SELECT FROM ${schema}.indexed_texts r WHERE r.tenant = e.tenant AND r.kind = 1 AND r.item = e.id)`
  for (const { id } of await rows(sessions)) problems.push(`session ${id}`)
  for (const { id } of await rows(entries)) problems.push(`entry ${id}`)
  return problems
}
