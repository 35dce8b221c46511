import type { JsonValue, MemoryEntry, Scope } from '@lamella/core'
import type { MemoryFilter, SearchRequest, SearchResult } from './search.ts'

/**
 * Keeps memory entries. Entries belong to one scope (tenant, user, agent) and are never returned to another one.
 * Optional methods are capabilities: a store that lacks one does not support it.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id or a value that
 * cannot be stored unchanged.
 */
export interface MemoryStore {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /**
   * Adds an entry, or replaces the one with its id.
   *
   * @throws LamellaError `MEMORY_CONFLICT` when the entry is not at `expectedRevision`
   */
  put(scope: Scope, entry: NewMemory, options?: PutOptions): Promise<StoredMemory>
  get(scope: Scope, id: string): Promise<StoredMemory | undefined>
  /** Lists the entries of exactly this scope, by id in code unit order. */
  list(scope: Scope, request?: MemoryListRequest): Promise<MemoryList>
  /**
   * Removes an entry with its index rows and vectors; returns whether it existed. When this resolves,
   * nothing of it can be read or found through the store. What files, logs and backups still hold is said in the store's
   * README. If the same id is put later, it starts again at revision 1.
   *
   * @throws LamellaError `MEMORY_CONFLICT` when the entry is not at `expectedRevision` (0: missing)
   */
  delete(scope: Scope, id: string, options?: PutOptions): Promise<boolean>
  /** Returns the best entries for a plain-language query, best first. */
  search?(scope: Scope, request: SearchRequest): Promise<SearchResult<StoredMemory>>
  /**
   * Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that
   * agent of every user. Returns the number of entries.
   */
  erase?(scope: Scope): Promise<number>
  /**
   * Adds an entry from another store with its revision and times, which `put` would set again. For moving between
   * stores; never overwrites an existing entry.
   *
   * @throws LamellaError `MEMORY_CONFLICT` (0 expected) when an entry has that id
   */
  restore?(scope: Scope, entry: StoredMemory): Promise<StoredMemory>
  /** Closes open resources. Safe to call twice. */
  close?(): Promise<void>
}

/**
 * Something to remember. `undefined` fields are omitted; fields that a store adds (`revision`, `createdAt`,
 * `updatedAt`) are ignored, so an entry can be read, changed and put back. Any other field is rejected.
 */
export interface NewMemory extends Omit<MemoryEntry, 'from'> {
  /** The kind of entry, such as `fact`, `preference` or `note`. Default `note`. */
  readonly kind?: string
  /** Its origin: a session, a file, a person. */
  readonly source?: string
  /** Any further JSON data of the program. It is stored, but neither searched nor shown to a model. */
  readonly metadata?: JsonValue
}

/** A stored memory entry. */
export interface StoredMemory extends NewMemory {
  readonly kind: string
  /** Starts at 1 and increases by 1 with each change. */
  readonly revision: number
  /** ISO 8601 instants, if the changes had one. */
  readonly createdAt?: string
  readonly updatedAt?: string
}

export interface PutOptions {
  /** The revision the caller last saw; 0 for an entry that must not exist yet. Default: any. */
  readonly expectedRevision?: number
  /** When it happened. Stores read no clock. */
  readonly at?: Date
}

export interface MemoryListRequest {
  readonly filter?: MemoryFilter
  /** Continue after this id, whether or not it exists. */
  readonly after?: string
  /** The most entries to return, 1 or more. Default 100. */
  readonly limit?: number
}

export interface MemoryList {
  readonly entries: readonly StoredMemory[]
  readonly more: boolean
}
