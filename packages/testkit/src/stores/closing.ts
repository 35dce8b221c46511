import type { StoreRule } from './options.ts'

/** The rule with its store closed behind it, whatever came of it: files and connections are not left open. */
export function closing<Store extends { close?(): Promise<void> }>(rule: StoreRule<Store>): StoreRule<Store> {
  return {
    ...rule,
    check: async (store, bench) => {
      try {
        await rule.check(store, bench)
      } finally {
        // That it works is for a case of its own.
        await store.close?.().catch(() => {})
      }
    },
  }
}
