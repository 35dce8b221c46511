import { checkOptions, mustBeFunction, mustBeWhole, throwIfAborted } from '@lamella/core/plugin'
import type { AssembledContext } from '../contract/assembled-context.ts'
import { optionInvalid } from '../errors.ts'
import { canonicalKey } from './canonical-key.ts'
import { createSingleFlight } from './single-flight.ts'

/** How much a cache holds, and which clock it uses. */
export interface AssemblyCacheOptions {
  /** The maximum number of entries, 0 or more. The least recently used one is evicted first. Default 100. */
  readonly maxEntries?: number
  /** Returns milliseconds since some fixed moment. Default: `performance.now`. */
  readonly now?: () => number
}

/** Statistics of a cache since its creation. */
export interface CacheStats {
  readonly hits: number
  readonly misses: number
  /** Share of hits among all lookups, 0 to 1. 0 without lookups. */
  readonly hitRate: number
  /** Number of entries. Expired entries count until they are looked up or evicted. */
  readonly size: number
}

interface Entry<Value> {
  readonly session: string
  readonly value: Value
  readonly at: number
}

/**
 * Caches values of a session for a limited time. Keys are plain values: the same content is the same key, whatever the
 * order of its members. Values are returned without copying, so they must not be changed.
 *
 * @example
 * const cache = new AssemblyCache(60_000)
 * cache.set('session-123', { modelId: 'gpt-4o' }, assembledContext)
 * cache.get('session-123', { modelId: 'gpt-4o' })
 */
export class AssemblyCache<Value = AssembledContext> {
  readonly #ttl: number
  readonly #maxEntries: number
  readonly #now: () => number
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #keysOf = new Map<string, Set<string>>()
  readonly #flights = createSingleFlight<Value>()
  #hits = 0
  #misses = 0

  /**
   * @param ttl Milliseconds after which an entry expires. 0: immediately; `Infinity`: never. Default 60,000.
   *
   * @throws LamellaError `OPTION_INVALID`
   */
  constructor(ttl = 60_000, options: AssemblyCacheOptions = {}) {
    const { maxEntries = 100, now = () => performance.now() } = checkOptions('AssemblyCache', options, {
      maxEntries: mustBeWhole(0),
      now: mustBeFunction,
    })
    if (typeof ttl !== 'number' || !(ttl >= 0)) throw invalid('ttl', 'must be a number of milliseconds, 0 or more')
    this.#ttl = ttl
    this.#maxEntries = maxEntries
    this.#now = now
  }

  /** Returns the value of a key. @throws LamellaError `OPTION_INVALID` for a key whose content cannot be compared */
  get(sessionId: string, key: unknown): Value | undefined {
    return this.#find(fullKey(sessionId, key))?.value
  }

  /** Stores a value, replacing an existing or pending one. @throws LamellaError `OPTION_INVALID` */
  set(sessionId: string, key: unknown, value: Value): void {
    const full = fullKey(sessionId, key)
    this.#flights.forget(sessionId, full)
    this.#keep(sessionId, full, value, this.#now())
  }

  /**
   * Returns the value of a key, or else calls `make` and stores its result: concurrent equal requests share one call.
   * Its age counts from the start of the call. Failures are not stored, nor are results of calls started before
   * `invalidate`.
   *
   * @param make Its signal is aborted when no caller waits any longer.
   * @param options `signal` ends only this caller's wait, with `ABORTED`. `keyAfter` returns the key of what was made, in case
   * that making it changes what keys are made of. Default: `key`.
   * @throws LamellaError `OPTION_INVALID`, `ABORTED`, and errors of `make`
   * @example
   * const context = await cache.getOrMake('session-123', { modelId }, (signal) => assemble(signal))
   */
  async getOrMake(
    sessionId: string,
    key: unknown,
    make: (signal: AbortSignal) => Value | PromiseLike<Value>,
    options: { readonly signal?: AbortSignal | undefined; readonly keyAfter?: (made: Value) => unknown } = {},
  ): Promise<Value> {
    throwIfAborted(options.signal, 'The wait for an answer')
    const full = fullKey(sessionId, key)
    const found = this.#find(full)
    if (found) return found.value
    const begun = this.#now()
    const makeAndKeep = async (signal: AbortSignal, isCurrent: () => boolean): Promise<Value> => {
      const value = await make(signal)
      const { keyAfter } = options
      if (isCurrent()) this.#keep(sessionId, keyAfter ? fullKey(sessionId, keyAfter(value)) : full, value, begun)
      return value
    }
    return this.#flights.once(sessionId, full, makeAndKeep, options)
  }

  /** Forgets everything cached for a session, including pending values; without a session, for all of them. */
  invalidate(sessionId?: string): void {
    this.#flights.forget(sessionId)
    if (sessionId === undefined) {
      this.#entries.clear()
      this.#keysOf.clear()
      return
    }
    for (const full of this.#keysOf.get(sessionId) ?? []) this.#entries.delete(full)
    this.#keysOf.delete(sessionId)
  }

  /** Hits and misses of `get` and `getOrMake`. Joining a pending call counts as a miss. */
  getStats(): CacheStats {
    const asked = this.#hits + this.#misses
    const hitRate = asked === 0 ? 0 : this.#hits / asked
    return { hits: this.#hits, misses: this.#misses, hitRate, size: this.#entries.size }
  }

  #find(full: string): Entry<Value> | undefined {
    const entry = this.#entries.get(full)
    if (entry) this.#entries.delete(full)
    const age = entry ? this.#now() - entry.at : Number.NaN
    // A clock that was set back must not make an entry live longer.
    if (!entry || !(age >= 0 && age < this.#ttl)) {
      if (entry) this.#forgetKey(entry.session, full)
      this.#misses++
      return undefined
    }
    this.#entries.set(full, entry)
    this.#hits++
    return entry
  }

  #keep(session: string, full: string, value: Value, at: number): void {
    this.#entries.delete(full)
    this.#entries.set(full, { session, value, at })
    const keys = this.#keysOf.get(session) ?? new Set<string>()
    this.#keysOf.set(session, keys.add(full))
    if (this.#entries.size <= this.#maxEntries) return
    const [oldest, entry] = this.#entries.entries().next().value as [string, Entry<Value>]
    this.#entries.delete(oldest)
    this.#forgetKey(entry.session, oldest)
  }

  #forgetKey(session: string, full: string): void {
    const keys = this.#keysOf.get(session)
    keys?.delete(full)
    if (keys?.size === 0) this.#keysOf.delete(session)
  }
}

/** The session's id is quoted, so that its end is unambiguous. */
function fullKey(sessionId: string, key: unknown): string {
  if (typeof sessionId !== 'string') throw invalid('sessionId', 'must be a string')
  return JSON.stringify(sessionId) + canonicalKey(key)
}

function invalid(option: string, problem: string): Error {
  const fix = 'new AssemblyCache(60_000), get(sessionId, key), set(sessionId, key, value).'
  return optionInvalid('AssemblyCache', option, problem, fix)
}
