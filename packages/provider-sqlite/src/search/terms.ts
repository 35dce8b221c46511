import { createStoreTerms, type StoreTerms } from '@lamella/ranker-bm25/stores'

let shared: StoreTerms | undefined

/** Returns the analysis of texts and queries: one for all databases of a process, since it remembers words. */
export function storeTerms(): StoreTerms {
  shared ??= createStoreTerms()
  return shared
}
