import { isLamellaError } from '@lamella/core'
import { blockError, unsaved } from '../errors.ts'
import type { BlockMetadata } from '../store/metadata.ts'
import type { Place } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'
import { createHeldBlock, type HeldBlock } from './held-block.ts'
import type { Peers } from './peers.ts'

/** Runs work one piece after the other, in the order of the calls. A failure does not stop later work. */
type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  const ignore = (): void => {}
  return (work) => {
    const next = last.then(work)
    // Drops the result, which the queue would otherwise keep in memory.
    last = next.then(ignore, ignore)
    return next
  }
}

/** The state of a cache. */
export interface Cached {
  readonly blocks: number
  /** Bytes in the store, and 4,096 more for each block. */
  readonly bytes: number
}

/** Blocks in memory; the least recently used are evicted first. */
export interface BlockCache {
  /** Runs work on a block after all earlier work on it. */
  run<Result>(place: Place, work: (held: HeldBlock) => Promise<Result>): Promise<Result>
  /** Like `run`, with the block as the store has it now; the metadata is `undefined` if it does not exist. */
  use<Result>(
    place: Place,
    work: (held: HeldBlock, metadata: BlockMetadata | undefined) => Promise<Result>,
  ): Promise<Result>
  /** Keeps a block in memory while work runs, during which others can use the block. */
  keep<Result>(place: Place, work: () => Promise<Result>): Promise<Result>
  cached(): Cached
  close(): Promise<void>
}

interface Entry {
  readonly place: Place
  readonly held: HeldBlock
  readonly queue: Queue
  /** Running calls. */
  users: number
  weight: number
}

/** Bytes that a document takes in addition to its content. */
const overhead = 4096

/** The maximum number of blocks that one eviction checks. Blocks that must stay are checked again later. */
const mostLooks = 32

export function createCache(settings: Settings, peers: Peers): BlockCache {
  const { maxBytes, onError } = settings
  /** Least recently used first. */
  const entries = new Map<string, Entry>()
  let total = 0
  let state: 'open' | 'closing' | 'closed' = 'open'

  function entryOf(place: Place): Entry {
    if (state !== 'open') {
      throw blockError('BLOCK_MEMORY_CLOSED', 'The memory is closed.', 'Create a new one over the same stores.', {})
    }
    const entry = entries.get(place.key) ?? {
      ...{ place, held: createHeldBlock(place, settings, peers), queue: createQueue() },
      ...{ users: 0, weight: 0 },
    }
    moveToEnd(entry)
    return entry
  }

  function moveToEnd(entry: Entry): void {
    entries.delete(entry.place.key)
    entries.set(entry.place.key, entry)
  }

  function remove({ place, held, weight }: Entry): void {
    entries.delete(place.key)
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
      release(entry)
    }
  }

  function release(entry: Entry): void {
    const { key } = entry.place
    // After the memory is closed, the entry no longer exists.
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
    for (const entry of entries.values()) {
      if (total <= maxBytes || looked++ === looks) return
      if (entry.users > 0 || entry.held.isGiven() || entry.held.isUnsaved()) moveToEnd(entry)
      else remove(entry)
    }
  }

  /** @param unsavable Receives entries that no store can take, so that closing does not wait for them. */
  async function persistAll(unsavable: Set<Entry>): Promise<void> {
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
          unsavable.add(entry)
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
      const unsavable = new Set<Entry>()
      try {
        // A caller may change a document while others are saved.
        do await persistAll(unsavable)
        while ([...entries.values()].some((entry) => !unsavable.has(entry) && entry.held.isUnsaved()))
      } catch (error) {
        state = 'open'
        throw error
      }
      state = 'closed'
      for (const entry of [...entries.values()]) remove(entry)
    },
  }
}
