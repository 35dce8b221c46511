import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rankable } from '@lamella/core'
import { bm25 } from '@lamella/ranker-bm25'
import { describe, expect, it } from 'vitest'

interface Query {
  readonly text: string
  readonly group?: string
  readonly relevant: readonly string[]
}

const data = process.env['LAMELLA_DATA'] ?? ''
const present = data !== '' && existsSync(join(data, 'retrieval'))
if (!present) console.log('skipped: LAMELLA_DATA is not set, so retrieval on real conversations is not measured')

const read = <Row>(file: string): readonly Row[] =>
  readFileSync(join(data, 'retrieval', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

/** Mean nDCG and recall of the best ten. */
function quality(folder: string, limit: number): { readonly ndcg: number; readonly recall: number } {
  const all = read<Rankable & { readonly group?: string }>(`${folder}/docs.jsonl`)
  const groups = new Map<string | undefined, Rankable[]>()
  for (const document of all) groups.set(document.group, [...(groups.get(document.group) ?? []), document])
  const queries = read<Query>(`${folder}/queries.jsonl`)
    .filter(({ relevant }) => relevant.length > 0)
    .slice(0, limit)
  const ranker = bm25()
  let [ndcg, recall] = [0, 0]
  for (const { text, group, relevant } of queries) {
    const documents = groups.get(group) ?? []
    const scores = ranker.rank(text, documents)
    const best = [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number)).slice(0, 10)
    const gain = (place: number): number => 1 / Math.log2(place + 2)
    const hits = best.map((i, place) =>
      relevant.includes(documents[i]?.id as string) && (scores[i] as number) > 0 ? gain(place) : 0,
    )
    const ideal = relevant.slice(0, 10).reduce((sum, _, place) => sum + gain(place), 0)
    ndcg += hits.reduce((sum, hit) => sum + hit, 0) / ideal
    recall += hits.filter((hit) => hit > 0).length / relevant.length
  }
  return { ndcg: ndcg / queries.length, recall: recall / queries.length }
}

describe.skipIf(!present)('on real questions', () => {
  // FTS5 with Porter stems reaches 0.41, minisearch 0.37.
  it('finds the turns of long conversations better than FTS5 does', () => {
    const { ndcg, recall } = quality('locomo', Number.POSITIVE_INFINITY)
    console.log(`LoCoMo: nDCG@10 ${ndcg.toFixed(4)}, recall@10 ${recall.toFixed(4)}`)
    expect(ndcg).toBeGreaterThan(0.47)
  }, 120_000)

  it('finds Chinese passages', () => {
    const { ndcg, recall } = quality('cmrc-zh', 1000)
    console.log(`CMRC 2018: nDCG@10 ${ndcg.toFixed(4)}, recall@10 ${recall.toFixed(4)}`)
    expect(recall).toBeGreaterThan(0.99)
  }, 120_000)
})
