import { isLamellaError } from '@lamella/core'
import { storeError, unsaved } from './errors.ts'
import { createHeldBlock, type HeldBlock } from './held-block.ts'
import type { BlockMetadata } from './metadata.ts'
import type { Peers } from './peers.ts'
import type { Place } from './place.ts'
import { createQueue, type Queue } from './queue.ts'
import type { Settings } from './settings.ts'

/** What is in memory. */
export interface Cached {
  readonly blocks: number
  /** As their stores count them, and 4,096 more for each. */
  readonly bytes: number
}

/** Blocks in memory. */
export interface BlockCache {
  /** Runs work on a block after all that was asked of it before. */
  run<Result>(place: Place, work: (held: HeldBlock) => Promise<Result>): Promise<Result>
  /** The same with the block as it is in the store; `undefined` where there is none. */
  use<Result>(
    place: Place,
    work: (held: HeldBlock, metadata: BlockMetadata | undefined) => Promise<Result>,
  ): Promise<Result>
  /** Keeps a block in memory as long as something takes, and lets others use it meanwhile. */
  keep<Result>(place: Place, work: () => Promise<Result>): Promise<Result>
  cached(): Cached
  close(): Promise<void>
}

interface Entry {
  readonly place: Place
  readonly held: HeldBlock
  readonly queue: Queue
  /** Calls that use it. */
  users: number
  weight: number
}

/** Bytes that a document takes, however small it is. */
const overhead = 4096

/** How many blocks are looked at for one that can go: those that cannot are looked at again later. */
const mostLooks = 32

export function createCache(settings: Settings, peers: Peers): BlockCache {
  const { maxBytes, onError } = settings
  /** Those that were used last stand last. */
  const entries = new Map<string, Entry>()
  let total = 0
  let state: 'open' | 'closing' | 'closed' = 'open'

  function entryOf(place: Place): Entry {
    if (state !== 'open') {
      throw storeError('BLOCK_MEMORY_CLOSED', 'The memory is closed.', 'Make a new one over the same stores.', {})
    }
    const { key } = place
    const entry = entries.get(key) ?? {
      ...{ place, held: createHeldBlock(place, settings, peers), queue: createQueue() },
      ...{ users: 0, weight: 0 },
    }
    toTheEnd(key, entry)
    return entry
  }

  function toTheEnd(key: string, entry: Entry): void {
    entries.delete(key)
    entries.set(key, entry)
  }

  function remove(key: string, { held, weight }: Entry): void {
    entries.delete(key)
    total -= weight
    held.close()
  }

  async function keep<Result>(place: Place, work: (entry: Entry) => Promise<Result>): Promise<Result> {
    const entry = entryOf(place)
    entry.users++
    try {
      return await work(entry)
    } finally {
      entry.users--
      release(place.key, entry)
    }
  }

  function release(key: string, entry: Entry): void {
    // Another one may have its place, after the memory was closed.
    if (entries.get(key) !== entry) return
    const isLoaded = entry.held.isLoaded()
    const weight = isLoaded ? overhead + entry.held.size() : 0
    total += weight - entry.weight
    entry.weight = weight
    if (!isLoaded && entry.users === 0) entries.delete(key)
    evict()
  }

  function evict(): void {
    const looks = Math.min(mostLooks, entries.size)
    let looked = 0
    for (const [key, entry] of entries) {
      if (total <= maxBytes || looked++ === looks) return
      if (entry.users > 0 || entry.held.isGiven() || isUnsaved(entry)) toTheEnd(key, entry)
      else remove(key, entry)
    }
  }

  /** Whether it has to be kept, also where that cannot be told. */
  function isUnsaved({ held, place: { agent, label } }: Entry): boolean {
    try {
      return held.isUnsaved()
    } catch (error) {
      onError(error, { agent, label })
      return true
    }
  }

  /** @param hopeless Gets those that no store can take, so that nobody waits for them. */
  async function persistAll(hopeless: Set<Entry>): Promise<void> {
    const failed: string[] = []
    let cause: unknown
    for (const entry of [...entries.values()]) {
      const { queue, held, place } = entry
      try {
        await queue(async () => {
          await held.persist()
          await held.writeText()
        })
      } catch (error) {
        if (isLamellaError(error, 'BLOCK_UNSAVED')) {
          failed.push(place.label)
          cause ??= error.cause
        } else {
          hopeless.add(entry)
          onError(error, { agent: place.agent, label: place.label })
        }
      }
    }
    if (failed.length > 0) throw unsaved(failed, cause)
  }

  return {
    run: (place, work) => keep(place, ({ held, queue }) => queue(() => work(held))),
    use: (place, work) => keep(place, ({ held, queue }) => queue(async () => await work(held, await held.refresh()))),
    keep: (place, work) => keep(place, work),
    cached: () => ({ blocks: entries.size, bytes: total }),
    close: async () => {
      if (state === 'closed') return
      state = 'closing'
      const hopeless = new Set<Entry>()
      try {
        // Somebody may change a document while others are saved.
        do await persistAll(hopeless)
        while ([...entries.values()].some((entry) => !hopeless.has(entry) && isUnsaved(entry)))
      } catch (error) {
        state = 'open'
        throw error
      }
      state = 'closed'
      for (const [key, entry] of [...entries]) remove(key, entry)
    },
  }
}
