import { type Failing, mustMatch } from '../kit/must-equal.ts'
import { canonical } from '../kit/same.ts'
import type { StoreBench, StoreRule } from './options.ts'

/** Fails the case if what `read` returns is different after a change. */
export async function mustStay(
  bench: Failing,
  read: () => Promise<unknown>,
  change: () => Promise<unknown>,
): Promise<void> {
  const before = canonical(await read())
  await change()
  const after = canonical(await read())
  mustMatch(bench, after, before, 'what was there before')
}

/** The check of a rule that what a store was filled with is there after a reopen. Without the option, it is skipped. */
export function reopening<Store extends { close?(): Promise<void> }>(steps: {
  fill(store: Store): Promise<unknown>
  everything(store: Store): Promise<unknown>
  /** Checks the reopened store further. */
  more(again: Store, bench: StoreBench<Store>): Promise<void>
}): StoreRule<Store>['check'] {
  return async (store, bench) => {
    const { reopen } = bench.options
    if (!reopen) return bench.skip('the option reopen is not set')
    await steps.fill(store)
    const before = canonical(await steps.everything(store))
    await store.close?.()
    const again = await reopen(store)
    try {
      const after = canonical(await steps.everything(again))
      mustMatch(bench, after, before, 'what was there before')
      await steps.more(again, bench)
    } finally {
      await again.close?.()
    }
  }
}
