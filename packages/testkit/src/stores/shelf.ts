import type { Scope } from '@lamella/core'
import type { SearchHit, SearchRequest } from '@lamella/core/store'
import type { SharedRules } from './shared-rules.ts'

/** A text to be put in. */
interface Put {
  readonly text: string
  /** An instant, in ISO 8601, for what is dated. */
  readonly date?: string
}

/** One page of a list. */
interface Ids {
  readonly ids: readonly string[]
  readonly more: boolean
}

/** A hit, told by its id and its text. */
export interface Found extends Omit<SearchHit<unknown>, 'item'> {
  readonly id: string
  readonly text: string
}

/** A call of one method with a scope and an id of the rule's choice. */
export type Call = readonly [method: string, call: (scope: Scope, id: string) => unknown]

/** How the rules that both suites share use one kind of store: texts under ids. */
export interface Shelf<Store> {
  /** What stands under an id, in words, with its article. */
  readonly thing: string
  readonly rules: SharedRules
  put(store: Store, scope: Scope, id: string, put: Put): Promise<unknown>
  /** Whether a text is put behind those under its id, and not in the place of the one. */
  readonly grows: boolean
  /** The texts under an id, each whole. */
  texts(store: Store, scope: Scope, id: string): Promise<readonly string[]>
  list(store: Store, scope: Scope, request?: { readonly after?: string; readonly limit?: number }): Promise<Ids>
  delete(store: Store, scope: Scope, id: string): Promise<boolean>
  /** Whether the store has an optional method. The next three ask for one that it has. */
  has(store: Store, method: string): boolean
  erase(store: Store, scope: Scope): Promise<number>
  search(store: Store, scope: Scope, request: SearchRequest): Promise<readonly Found[]>
  close(store: Store): Promise<void>
  /** Every method that the store has and that takes an id. */
  calls(store: Store): readonly Call[]
  /** Every method that takes a scope and no id. */
  scopeCalls(store: Store): readonly Call[]
}
