import { partNames, readPostings, readTexts } from '@lamella/ranker-bm25/stores'
import type { Admin } from './engines.ts'

type Row = Readonly<Record<string, unknown>>

/** Returns what does not match in the tables of the word index of a schema, and in the flags of what is indexed. */
export async function indexProblems(admin: Admin, schema: string): Promise<readonly string[]> {
  const rows = async (text: string): Promise<readonly Row[]> =>
    ((await admin.query(text)) as { readonly rows: readonly Row[] }).rows
  const problems: string[] = []
  const keyOf = ({ tenant, owner, kind }: Row): string => `${tenant} ${owner} ${kind}`
  /** By part: for each number of a text, the lengths that its words should add up to, and the number of its chunk. */
  const texts = new Map<string, Map<number, { readonly chunk: number; readonly lengths: readonly number[] }>>()
  const items = new Set<string>()
  for (const row of await rows(`SELECT * FROM ${schema}.indexed_texts`)) {
    const [key, first, chunk] = [keyOf(row), Number(row['number']), Number(row['chunk'])]
    const { ids, groups, lengths } = readTexts(row['texts'] as Uint8Array)
    const own = texts.get(key) ?? new Map()
    texts.set(key, own)
    if (ids.length !== row['count']) problems.push(`${key} ${first} has ${ids.length} texts`)
    for (const [i, id] of ids.entries()) {
      const item = `${key} ${row['item']} ${Number(row['position']) + i}`
      if (items.has(item)) problems.push(`${item} is indexed twice`)
      items.add(item)
      const isMessage = row['kind'] === 0
      if (id !== (isMessage ? first + i : Number(row['item']))) problems.push(`${item} is called ${id}`)
      if (isMessage && groups[i] !== Number(row['item'])) problems.push(`${item} is of ${groups[i]}`)
      own.set(first + i, { chunk, lengths: lengths.slice(i * partNames.length, (i + 1) * partNames.length) })
    }
  }
  for (const row of await rows(`SELECT * FROM ${schema}.indexed_extents`)) {
    const own = texts.get(keyOf(row))
    if (Number(row['count']) !== (own?.size ?? 0)) problems.push(`extent of ${keyOf(row)}`)
    const isBeyond = [...(own?.keys() ?? [])].some((number) => number >= Number(row['next']))
    if (isBeyond) problems.push(`next of ${keyOf(row)}`)
  }
  const sums = new Map<string, number[]>()
  for (const row of await rows(`SELECT * FROM ${schema}.words`)) {
    const { places, said, asked, speaker, date, label } = readPostings(row['postings'] as Uint8Array)
    if (places.length === 0) problems.push(`${row['term']} of ${keyOf(row)} is empty`)
    for (const [i, place] of places.entries()) {
      const number = Number(row['chunk']) + place
      const own = texts.get(keyOf(row))?.get(number)
      if (own?.chunk !== Number(row['chunk'])) problems.push(`${row['term']} of ${keyOf(row)} ${number}`)
      const before = sums.get(`${keyOf(row)} ${number}`) ?? partNames.map(() => 0)
      const counts = [said, asked, speaker, date, label].map((list) => list[i] as number)
      sums.set(
        `${keyOf(row)} ${number}`,
        before.map((sum, part) => sum + (counts[part] as number)),
      )
    }
  }
  for (const [key, own] of texts) {
    for (const [number, { lengths }] of own) {
      const sum = sums.get(`${key} ${number}`) ?? partNames.map(() => 0)
      if (String(sum) !== String(lengths)) problems.push(`words of ${key} ${number}: ${sum}, not ${lengths}`)
    }
  }
  const sessions = `SELECT s.id FROM ${schema}.sessions s WHERE s.waiting = (s.indexed = (SELECT count(*) FROM ${schema}.messages m WHERE m.session = s.id)) OR s.indexed <> (
    SELECT coalesce(sum(r.count), 0) FROM ${schema}.indexed_texts r
    WHERE r.tenant = s.tenant AND r.kind = 0 AND r.item = s.id)`
  const entries = `SELECT e.id FROM ${schema}.entries e WHERE e.waiting = EXISTS (
    SELECT FROM ${schema}.indexed_texts r WHERE r.tenant = e.tenant AND r.kind = 1 AND r.item = e.id)`
  for (const { id } of await rows(sessions)) problems.push(`session ${id}`)
  for (const { id } of await rows(entries)) problems.push(`entry ${id}`)
  return problems
}
