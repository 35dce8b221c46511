import type { Scope } from '@lamella/core'
import type { Indexed, SearchHit, SearchRequest } from '@lamella/store'
import type { StoreRules } from './shared-rules.ts'

/** A text to store. */
interface Put {
  readonly text: string
  /** An ISO 8601 instant, if the text is dated. */
  readonly date?: string
}

/** One page of a list. */
interface Ids {
  readonly ids: readonly string[]
  readonly more: boolean
}

/** A hit, reduced to its id and its text. */
export interface Found extends Omit<SearchHit<unknown>, 'item'> {
  readonly id: string
  readonly text: string
}

/** A call of one method with a scope and an id that the rule chooses. */
export type Call = readonly [method: string, call: (scope: Scope, id: string) => unknown]

/** How the shared rules use one kind of store: texts under ids. */
export interface Shelf<Store, Rules extends StoreRules = StoreRules> {
  /** The kind of item under an id, in words, with an article. */
  readonly thing: string
  readonly rules: Rules
  put(store: Store, scope: Scope, id: string, put: Put): Promise<unknown>
  /** Whether a new text is added to those under its id, instead of replacing one. */
  readonly grows: boolean
  /** Returns the texts under an id, each complete. */
  texts(store: Store, scope: Scope, id: string): Promise<readonly string[]>
  list(store: Store, scope: Scope, request?: { readonly after?: string; readonly limit?: number }): Promise<Ids>
  delete(store: Store, scope: Scope, id: string): Promise<boolean>
  /** Whether the store has an optional method. The next four require one that exists. */
  has(store: Store, method: string): boolean
  erase(store: Store, scope: Scope): Promise<number>
  search(store: Store, scope: Scope, request: SearchRequest): Promise<readonly Found[]>
  /** Returns what the same search reports of the index. */
  indexed(store: Store, scope: Scope, request: SearchRequest): Promise<Indexed | undefined>
  close(store: Store): Promise<void>
  /** Every method of the store that accepts an id. */
  calls(store: Store): readonly Call[]
  /** Every method that accepts a scope and no id. */
  scopeCalls(store: Store): readonly Call[]
}
