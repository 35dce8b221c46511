import type { Bench, Rule, SuiteOptions } from '../kit/rule.ts'

/** The options of every store suite. */
export interface StoreSuiteOptions<Store, Capability extends string> extends SuiteOptions {
  /** Optional methods and capabilities that the store must have. Existing ones are tested in any case. Default: none. */
  readonly has?: readonly Capability[]
  /**
   * Reopens a store, as after a restart. The given store has been closed, if it can be. Without it, the reopen case is
   * skipped.
   */
  readonly reopen?: (store: Store) => Store | PromiseLike<Store>
  /** Characters (UTF-16 units) of the largest text that is stored. Default 1,000,000. */
  readonly largest?: number
}

export type StoreBench<Store> = Bench<Store, StoreSuiteOptions<Store, string>>
export type StoreRule<Store> = Rule<Store, StoreSuiteOptions<Store, string>>
