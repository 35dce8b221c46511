import type { JsonValue } from './message.ts'
import type { Scope } from './scope.ts'
import type { MemoryFilter, SearchHit, SearchRequest } from './search.ts'
import type { MemoryEntry } from './sources.ts'

/**
 * Keeps what is remembered. Entries belong to one scope (tenant, user, agent) and are never given to another one.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that
 * cannot be kept as it is.
 */
export interface MemoryStore {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /**
   * Adds an entry, or puts it in the place of the one of its id.
   *
   * @throws LamellaError `MEMORY_CONFLICT` when the entry is not at `expectedRevision`
   */
  put(scope: Scope, entry: NewMemory, options?: PutOptions): Promise<StoredMemory>
  get(scope: Scope, id: string): Promise<StoredMemory | undefined>
  /** Entries of exactly this scope, by id in code unit order. */
  list(scope: Scope, request?: MemoryListRequest): Promise<MemoryList>
  /**
   * Removes an entry with its index rows and vectors; whether there was one. Its bytes are gone when this resolves. One that
   * is put by the same id later begins anew, at revision 1.
   *
   * @throws LamellaError `MEMORY_CONFLICT` when the entry is not at `expectedRevision` (0: not there)
   */
  delete(scope: Scope, id: string, options?: PutOptions): Promise<boolean>
  /** The best entries for a question in plain language, best first. */
  search?(scope: Scope, request: SearchRequest): Promise<readonly SearchHit<StoredMemory>[]>
  /**
   * Removes everything of a scope and of the narrower ones in it: `{ tenant }` is the whole tenant, `{ tenant, agent }` that
   * agent of every user. Gives how many entries.
   */
  erase?(scope: Scope): Promise<number>
  /**
   * Adds an entry as another store gave it, with its revision and its times, which `put` would make anew. For moving from one
   * store to another; one that is there is never written over.
   *
   * @throws LamellaError `MEMORY_CONFLICT` (0 expected) when there is an entry of that id
   */
  restore?(scope: Scope, entry: StoredMemory): Promise<StoredMemory>
  close?(): Promise<void>
}

/**
 * Something to remember. Fields that are `undefined` are left out; those that a store adds (`revision`, `createdAt`,
 * `updatedAt`) are not looked at, so that what was read can be changed and put back. Any other field is refused.
 */
export interface NewMemory extends Omit<MemoryEntry, 'from'> {
  /** What sort of thing it is, such as `fact`, `preference` or `note`. Default `note`. */
  readonly kind?: string
  /** Where it comes from: a session, a file, a person. */
  readonly source?: string
  /** Whatever else a program wants to know of it: any JSON. It is kept, and neither searched nor shown to a model. */
  readonly metadata?: JsonValue
}

/** Something remembered. */
export interface StoredMemory extends NewMemory {
  readonly kind: string
  /** 1 at first, one more for each change. */
  readonly revision: number
  /** ISO 8601 instants, where the changes had one. */
  readonly createdAt?: string
  readonly updatedAt?: string
}

export interface PutOptions {
  /** The revision the caller has seen; 0 for an entry that must not be there yet. Default: any. */
  readonly expectedRevision?: number
  /** When it happened. Stores read no clock. */
  readonly at?: Date
}

export interface MemoryListRequest {
  readonly filter?: MemoryFilter
  /** Continue behind this id, whether or not it is there. */
  readonly after?: string
  /** At most so many, 1 or more. Default 100. */
  readonly limit?: number
}

export interface MemoryList {
  readonly entries: readonly StoredMemory[]
  readonly more: boolean
}
