import { bm25 } from '@lamella/ranker-bm25'
import { duration, measure, times } from '../measure.ts'
import { atLeast, type Section } from '../section.ts'
import { minisearch, plain } from './engines.ts'
import { createTexts } from './texts.ts'

const size = 200

/** Enough that a ranker has forgotten the first texts before it gets them again: it remembers about 120 sets. */
const sets = 300

/** Measures ranking a few memories that are new to the ranker, and ranking them again. */
export async function rankOnce(): Promise<Section> {
  const texts = createTexts()
  const memories = Array.from({ length: sets }, () => texts.documents(size))
  const rankable = memories.map((set) => set.map((text, i) => ({ id: String(i), text })))
  const [question = ''] = texts.queries(memories[0] as readonly string[], 1)
  /** Uses another set each time. */
  const each = <Set>(all: readonly Set[], use: (set: Set) => unknown): (() => unknown) => {
    let next = 0
    return () => use(all[next++ % all.length] as Set)
  }
  const [kept, keptPlain] = [bm25(), bm25(plain)]
  const again = bm25()
  const timings = await measure(
    {
      once: each(rankable, (set) => bm25().rank(question, set)),
      oncePlain: each(rankable, (set) => bm25(plain).rank(question, set)),
      kept: each(rankable, (set) => kept.rank(question, set)),
      keptPlain: each(rankable, (set) => keptPlain.rank(question, set)),
      again: () => again.rank(question, rankable[0] as (typeof rankable)[number]),
      minisearch: each(memories, (set) => minisearch(set).search(question)),
    },
    { rounds: 25, cpu: true },
  )
  const rows = [
    ['`bm25()`, new each time', 'once'],
    ['`bm25()`, new each time, exact words', 'oncePlain'],
    ['`bm25()`, reused, new texts', 'kept'],
    ['`bm25()`, reused, new texts, exact words', 'keptPlain'],
    ['`bm25()`, reused, known texts', 'again'],
    ['minisearch, built and searched', 'minisearch'],
  ] as const
  const ratio = (name: keyof typeof timings): number => timings.minisearch / timings[name]
  return {
    title: 'Ranking 200 memories once',
    about:
      "Sentences as above, all scored against one question without an index, compared with minisearch's build and " +
      'search. CPU time. A reused ranker also recognizes earlier words in new texts. "Exact words" is what minisearch ' +
      'does.',
    table: [
      ['', 'takes', 'compared with minisearch'],
      ...rows.map(([name, key]) => [name, duration(timings[key]), times(ratio(key))]),
    ],
    claims: [
      atLeast('exact words, a reused ranker, new texts: at least 3 times as fast', ratio('keptPlain'), 3),
      atLeast('with stems, a reused ranker, new texts: at least 3 times as fast', ratio('kept'), 3),
      atLeast('exact words, a new ranker each time: at least 3 times as fast', ratio('oncePlain'), 3),
      atLeast('with stems, a new ranker each time: at least as fast', ratio('once'), 1),
      atLeast('known texts: at least 50 times as fast', ratio('again'), 50),
    ],
  }
}
