import type { StoreRule } from './options.ts'

/** Wraps the rule so that its store is closed afterwards in any case, and no files or connections stay open. */
export function closing<Store extends { close?(): Promise<void> }>(rule: StoreRule<Store>): StoreRule<Store> {
  return {
    ...rule,
    check: async (store, bench) => {
      try {
        await rule.check(store, bench)
      } finally {
        // Another case checks whether closing works.
        await store.close?.().catch(() => {})
      }
    },
  }
}
