import { createBoundedMap } from '@lamella/core/plugin'
import type { Owner } from '../check/check.ts'
import type { Awaitable } from '../checked/values.ts'
import type { Indexed } from '../contract/search.ts'

/** Continues indexes that searches found behind, a step after each append. Each method returns a function like the given one. */
export interface KeepUp {
  /** Notes whose index a search found behind. */
  search<More extends readonly unknown[], Result extends { readonly indexed: Indexed }>(
    search: (owner: Owner, ...more: More) => Promise<Result>,
  ): (owner: Owner, ...more: More) => Promise<Result>
  /** Begins a step after an append to such an owner, unless one is running. The append does not wait for it. */
  append<More extends readonly unknown[], Result>(
    append: (owner: Owner, ...more: More) => Awaitable<Result>,
  ): (owner: Owner, ...more: More) => Promise<Result>
  /** Waits for a running step first. */
  close(close: () => Promise<void>): () => Promise<void>
}

/** The number of owners that are remembered. The index of one that is forgotten is continued by the next search. */
const most = 1_000

/**
 * Creates what keeps indexes of messages up. Owners that nobody searches cost nothing.
 *
 * @param step Indexes some messages of an owner, and returns how many; 0 when none are left. If it fails, the next search
 * does the work and reports the failure.
 */
export function createKeepUp(step: (owner: Owner) => Promise<number>): KeepUp {
  const behind = createBoundedMap<string, true>(most)
  // Without a search that found an index behind, an append does not even make the owner's name.
  let isSearched = false
  let running: Promise<void> | undefined
  const nameOf = ({ tenant, user, agent }: Owner): string => JSON.stringify([tenant, user, agent])
  const run = async (owner: Owner): Promise<void> => {
    const count = await step(owner).catch(() => 0)
    running = undefined
    if (count === 0) behind.delete(nameOf(owner))
  }
  return {
    search:
      (search) =>
      async (owner, ...more) => {
        const result = await search(owner, ...more)
        if (result.indexed.done < result.indexed.of) {
          behind.set(nameOf(owner), true)
          isSearched = true
        }
        return result
      },
    append:
      (append) =>
      async (owner, ...more) => {
        const appended = await append(owner, ...more)
        if (isSearched && running === undefined && behind.get(nameOf(owner))) running = run(owner)
        return appended
      },
    close: (close) => async () => {
      await running
      await close()
    },
  }
}
