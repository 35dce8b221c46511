import type { QueryRun } from './query-run.ts'
import { createQueryRunner, scoreAll } from './query-run.ts'
import { Store } from './store.ts'
import { top } from './top.ts'
import type { Postings, TermScore } from './types.ts'

/** Returns the score that each query term adds to a document; empty if the document is missing. */
function explain({ store, terms, norms }: QueryRun, document: number): readonly TermScore[] {
  const { bags, frequencies } = store
  if (!bags.has(document)) return []
  const norm = norms[bags.lengthCodes[document] as number] as number
  return terms.flatMap(({ term, position, weight, idf, scale, extra }) => {
    const code = bags.codeOf(document, term)
    if (code === 0) return []
    const frequency = frequencies.values[code] as number
    return { position, term, weight, frequency, idf, score: (scale * frequency) / (frequency + norm) + extra }
  })
}

/** Creates an empty index. */
export function createPostings(): Postings {
  const store = new Store()
  const runQuery = createQueryRunner(store)
  return {
    get count() {
      return store.count
    },
    get averageLength() {
      return store.averageLength
    },
    get limit() {
      return store.bags.limit
    },
    has: (document) => store.bags.has(document),
    having: (term) => store.lists.having(term),
    bag: (document) => (store.bags.has(document) ? store.bag(document) : undefined),
    put: (document, bag) => store.put(document, bag),
    remove: (document) => store.remove(document),
    top: (query, limit, formula, accept) => runQuery(query, formula, (run) => top(run, limit, accept)),
    all: (query, formula) =>
      runQuery(query, formula, (run) => {
        scoreAll(run)
        return run.scores.matches()
      }),
    explain: (document, query, formula) => runQuery(query, formula, (run) => explain(run, document)),
  }
}
