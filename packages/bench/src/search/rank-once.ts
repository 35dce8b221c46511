import { bm25 } from '@lamella/ranker-bm25'
import { duration, measure, times } from '../measure.ts'
import { medianOf, ratioClaim, type Section } from '../section.ts'
import { minisearch, plain } from './engines.ts'
import { createTexts } from './texts.ts'

/** Ranking a few memories of which nothing is known beforehand. */
export async function rankOnce(): Promise<Section> {
  const texts = createTexts()
  const memories = texts.documents(200)
  const [question = ''] = texts.queries(memories, 1)
  const rankable = memories.map((text, i) => ({ id: String(i), text }))
  const kept = bm25()
  const timings = await measure({
    once: () => bm25().rank(question, rankable),
    plain: () => bm25(plain).rank(question, rankable),
    again: () => kept.rank(question, rankable),
    minisearch: () => minisearch(memories).search(question),
  })
  const took = (name: string): number => medianOf(timings, name)
  const rows = [
    ['`bm25()`, new each time', 'once'],
    ['`bm25()`, new each time, words as they are', 'plain'],
    ['`bm25()` that has seen the texts', 'again'],
    ['minisearch, made and searched', 'minisearch'],
  ] as const
  const ratio = took('minisearch') / took('once')
  return {
    title: 'Ranking 200 memories once',
    about: 'Sentences as above, all scored against one question, with no index kept.',
    table: [
      ['', 'takes', 'against minisearch'],
      ...rows.map(([name, key]) => [name, duration(took(key)), times(took('minisearch') / took(key))]),
    ],
    claims: [ratioClaim("at least 3 times as fast as minisearch's build and search", ratio, ratio >= 3, times(ratio))],
  }
}
