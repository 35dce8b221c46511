import { createAsk, scoreAll } from './asking.ts'
import { explain } from './explain.ts'
import { Store } from './store.ts'
import { top } from './top.ts'
import type { Postings } from './types.ts'

/** Makes an index without documents. */
export function createPostings(): Postings {
  const store = new Store()
  const ask = createAsk(store)
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
    top: (query, limit, formula, accept) => ask(query, formula, (asking) => top(asking, limit, accept)),
    all: (query, formula) =>
      ask(query, formula, (asking) => {
        scoreAll(asking)
        return asking.scores.matches()
      }),
    explain: (document, query, formula) => ask(query, formula, (asking) => explain(asking, document)),
  }
}
