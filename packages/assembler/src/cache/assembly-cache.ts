import { LamellaError } from '@lamella/core'
import { checkOptions, mustBeFunction, mustBeWhole, throwIfAborted } from '@lamella/core/plugin'
import type { AssembledContext } from '../contract/assembled-context.ts'
import { canonicalKey } from './canonical-key.ts'
import { createSingleFlight } from './single-flight.ts'

/** How much a cache holds, and by which clock. */
export interface AssemblyCacheOptions {
  /** At most so many entries, 0 or more. When there are more, the least recently used one goes. Default 100. */
  readonly maxEntries?: number
  /** Milliseconds since some moment. Default: `performance.now`. */
  readonly now?: () => number
}

/** How a cache has done since it was made. */
export interface CacheStats {
  readonly hits: number
  readonly misses: number
  /** Hits among all that was asked, 0 to 1. 0 when nothing was asked. */
  readonly hitRate: number
  /** Entries that it holds. Those that are too old are among them until they are asked for or pushed out. */
  readonly size: number
}

interface Entry<Value> {
  readonly session: string
  readonly value: Value
  readonly at: number
}

/**
 * Keeps what was made for a session for a while. Keys are plain values: the same content is the same key, in whatever order
 * its members stand. Values are given back as they are, so they must not be changed.
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
  /** The least recently used one first. */
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #keysOf = new Map<string, Set<string>>()
  readonly #flights = createSingleFlight<Value>()
  #hits = 0
  #misses = 0

  /**
   * @param ttl Milliseconds from which on an entry is too old. 0: at once; `Infinity`: never. Default 60,000.
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

  /** What is kept under a key. @throws LamellaError `OPTION_INVALID` for a key that has no content to be compared */
  get(sessionId: string, key: unknown): Value | undefined {
    return this.#find(fullKey(sessionId, key))?.value
  }

  /** Keeps a value, in place of what is there or is being made. @throws LamellaError `OPTION_INVALID` */
  set(sessionId: string, key: unknown, value: Value): void {
    const full = fullKey(sessionId, key)
    this.#flights.forget(sessionId, full)
    this.#keep(sessionId, full, value, this.#now())
  }

  /**
   * What is kept under a key, or else what `make` makes, which is kept: of equal requests at the same time only one is made.
   * Its age counts from when it was begun. A failure is not kept, nor is what was begun before `invalidate`.
   *
   * @param make Its signal is aborted when nobody waits for it any more.
   * @param options `signal` ends the wait of this caller, and no other's, with `ABORTED`.
   * @throws LamellaError `OPTION_INVALID`, `ABORTED`, and what `make` throws
   * @example
   * const context = await cache.getOrMake('session-123', { modelId }, (signal) => assemble(signal))
   */
  async getOrMake(
    sessionId: string,
    key: unknown,
    make: (signal: AbortSignal) => Value | PromiseLike<Value>,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Value> {
    throwIfAborted(options.signal, 'The wait for an answer')
    const full = fullKey(sessionId, key)
    const found = this.#find(full)
    if (found) return found.value
    const begun = this.#now()
    const makeAndKeep = async (signal: AbortSignal, isCurrent: () => boolean): Promise<Value> => {
      const value = await make(signal)
      if (isCurrent()) this.#keep(sessionId, full, value, begun)
      return value
    }
    return this.#flights.once(sessionId, full, makeAndKeep, options)
  }

  /** Forgets all that was made for a session, what is being made included; without one, for all of them. */
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

  /** Hits and misses of `get` and `getOrMake`. One who joins what is being made is a miss. */
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

/** The session's id stands in quotation marks, so that it ends where it ends. */
function fullKey(sessionId: string, key: unknown): string {
  if (typeof sessionId !== 'string') throw invalid('sessionId', 'must be a text')
  return JSON.stringify(sessionId) + canonicalKey(key)
}

function invalid(option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `AssemblyCache: '${option}' ${problem}.`,
    fix: 'new AssemblyCache(60_000), get(sessionId, key), set(sessionId, key, value).',
    details: { what: 'AssemblyCache', option },
  })
}
