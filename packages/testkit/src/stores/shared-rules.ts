import { idRules } from './id-rules.ts'
import { listRules } from './list-rules.ts'
import type { StoreRule } from './options.ts'
import { ownerRules } from './owner-rules.ts'
import { searchRules } from './search-rules.ts'
import type { Shelf } from './shelf.ts'
import { storeRules } from './store-rules.ts'
import { weighingRules } from './weighing-rules.ts'

/** The rules that all kinds of stores have in common; those about searches, if the kind can be searched. */
export function sharedRules<Store extends object>(shelf: Shelf<Store>): readonly StoreRule<Store>[] {
  return [
    ...idRules(shelf),
    ...listRules(shelf),
    ...ownerRules(shelf),
    ...(shelf.lines.searches ? [...searchRules(shelf), ...weighingRules(shelf)] : []),
    ...storeRules(shelf),
  ]
}
