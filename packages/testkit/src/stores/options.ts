import type { Bench, Rule, SuiteOptions } from '../kit/rule.ts'

/** The options of every suite of a store. */
export interface StoreSuiteOptions<Store, Capability extends string> extends SuiteOptions {
  /** Optional methods that the store must have. Those that it has are tested in any case. Default: none. */
  readonly has?: readonly Capability[]
  /**
   * Opens anew what a store kept, as after a restart. The store it is given has been closed, if it can be. Without it the
   * case about it is skipped.
   */
  readonly reopen?: (store: Store) => Store | PromiseLike<Store>
  /** Characters (UTF-16 units) of the largest text that is put in. Default 1,000,000. */
  readonly largest?: number
}

export type StoreBench<Store> = Bench<Store, StoreSuiteOptions<Store, string>>
export type StoreRule<Store> = Rule<Store, StoreSuiteOptions<Store, string>>
