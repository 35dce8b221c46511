import type { Scope } from '@lamella/core'
import type { Indexed, SearchHit, SearchRequest, SearchResult } from '@lamella/store'
import type { ContractLine } from '../kit/conformance-error.ts'
import { hasAll } from './lacking.ts'

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
interface Found extends Omit<SearchHit<unknown>, 'item'> {
  readonly id: string
  readonly text: string
}

/** A call of one method with a scope and an id that the rule chooses. The name begins with that of the method. */
type Call = readonly [method: string, call: (scope: Scope, id: string) => unknown]

/** The lines of the contract that the shared rules check. */
interface StoreLines {
  readonly refused: ContractLine
  readonly apart: ContractLine
  readonly lists: ContractLine
  /** How many entries a list returns at most. */
  readonly limit: ContractLine
  readonly deletes: ContractLine
  readonly erases: ContractLine
  /** That texts are kept as they are. Default: `apart`. */
  readonly keeps?: ContractLine
  readonly closes: ContractLine
  /** Absent for a kind that cannot be searched. */
  readonly searches?: ContractLine
}

/** What differs between the kinds of stores for the shared rules: how texts are kept under ids. */
interface Kind<Store, Item> {
  /** The kind of item under an id, in words, with an article. */
  readonly thing: string
  /** Begins the codes of the rules: `MEMORY` for `MEMORY_SCOPE`. */
  readonly prefix: string
  readonly lines: StoreLines
  put(store: Store, scope: Scope, id: string, put: Put): Promise<unknown>
  /** Whether a new text is added to those under its id, instead of replacing one. */
  readonly grows: boolean
  /** Returns the texts under an id, each complete. */
  texts(store: Store, scope: Scope, id: string): Promise<readonly string[]>
  list(store: Store, scope: Scope, request?: { readonly after?: string; readonly limit?: number }): Promise<Ids>
  delete(store: Store, scope: Scope, id: string): Promise<boolean>
  /** What a search returns, as an id and a text. */
  found?(item: Item): { readonly id: string; readonly text: string }
  /** Every method that accepts an id, whether or not the store has it. */
  calls(store: Store): readonly Call[]
  /** Every method that accepts a scope and no id, whether or not the store has it. */
  scopeCalls(store: Store): readonly Call[]
}

/** How the shared rules use one kind of store. Its calls are those of methods that the store has. */
export interface Shelf<Store> extends Omit<Kind<Store, never>, 'found'> {
  /** Whether the store has an optional method. The next four require one that exists. */
  has(store: Store, method: string): boolean
  erase(store: Store, scope: Scope): Promise<number>
  search(store: Store, scope: Scope, request: SearchRequest): Promise<readonly Found[]>
  /** Returns what the same search reports of the index. */
  indexed(store: Store, scope: Scope, request: SearchRequest): Promise<Indexed | undefined>
  close(store: Store): Promise<void>
}

/** The optional methods of stores. */
interface Optional<Item> {
  search?(scope: Scope, request: SearchRequest): Promise<SearchResult<Item>>
  erase?(scope: Scope): Promise<number>
  readonly admin?: { erase(scope: Scope): Promise<number> }
  close?(): Promise<void>
}

/** Adds to a kind of store the optional methods, which all kinds have in common. */
export function shelfOf<Store extends Optional<Item>, Item = never>(kind: Kind<Store, Item>): Shelf<Store> {
  const has: Shelf<Store>['has'] = (store, method) =>
    hasAll(store, method) || (method === 'erase' && hasAll(store, 'admin.erase'))
  const existing = (store: Store, calls: readonly Call[]): readonly Call[] =>
    calls.filter(([name]) => hasAll(store, name.split(' ', 1)[0] ?? name))
  return {
    ...kind,
    has,
    erase: async (store, scope) => (await (store.erase?.(scope) ?? store.admin?.erase(scope))) ?? 0,
    search: async (store, scope, request) => {
      const hits = (await store.search?.(scope, request))?.hits ?? []
      return hits.flatMap(({ item, score, by }) => (kind.found ? [{ ...kind.found(item), score, by }] : []))
    },
    indexed: async (store, scope, request) => (await store.search?.(scope, request))?.indexed,
    close: async (store) => await store.close?.(),
    calls: (store) => existing(store, kind.calls(store)),
    scopeCalls: (store) => existing(store, kind.scopeCalls(store)),
  }
}
