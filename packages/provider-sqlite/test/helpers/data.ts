import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const folder = process.env['LAMELLA_DATA'] ?? ''

/** Why search on real questions is not measured, or `undefined` if it is. */
export const noData: string | undefined =
  folder === ''
    ? 'LAMELLA_DATA is not set: it names the folder of outside test data'
    : existsSync(join(folder, 'retrieval'))
      ? undefined
      : 'the folder that LAMELLA_DATA names has no retrieval data'

if (noData !== undefined) console.log(`skipped: search with real questions, since ${noData}`)

/** A searchable text. */
export interface Doc {
  readonly id: string
  readonly text: string
  /** For conversations: the speaker, the time, and the session. */
  readonly speaker: string
  readonly ts: string
  readonly session: number
  readonly group: string
}

/** A query, and the ids of the texts that answer it. */
export interface Query {
  readonly text: string
  readonly group: string
  readonly relevant: readonly string[]
}

function readLines<Row>(path: string): readonly Row[] {
  const file = join(folder, 'retrieval', path)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : gunzipSync(readFileSync(`${file}.gz`)).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

export function readSet(name: 'locomo' | 'cmrc-zh' | 'beam-100k'): {
  readonly docs: readonly Doc[]
  readonly queries: readonly Query[]
} {
  const queries = readLines<Query>(`${name}/queries.jsonl`).filter(({ relevant }) => relevant.length > 0)
  return { docs: readLines<Doc>(`${name}/docs.jsonl`), queries }
}

/** Means over queries, of the best ten hits. */
export interface Quality {
  readonly ndcg: number
  readonly recall: number
}

/** Runs each query; `ask` returns ids of hits, best first. */
export async function measure(
  queries: readonly Query[],
  ask: (query: Query) => Promise<readonly string[]>,
): Promise<Quality> {
  const gain = (place: number): number => 1 / Math.log2(place + 2)
  let [ndcg, recall] = [0, 0]
  for (const query of queries) {
    const best = (await ask(query)).slice(0, 10)
    const hits = best.map((id, place) => (query.relevant.includes(id) ? gain(place) : 0))
    const ideal = query.relevant.slice(0, 10).reduce((sum, _, place) => sum + gain(place), 0)
    ndcg += hits.reduce((sum, hit) => sum + hit, 0) / ideal
    recall += hits.filter((hit) => hit > 0).length / query.relevant.length
  }
  return { ndcg: ndcg / queries.length, recall: recall / queries.length }
}
