import { explain } from './explain.ts'
import { createQueryRunner, scoreAll } from './query-run.ts'
import { Store } from './store.ts'
import { top } from './top.ts'
import type { Postings } from './types.ts'

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
