import { isLamellaError } from '@lamella/core'
import type { Replica, Unsaved } from '../document/replica.ts'
import { unsaved } from '../errors.ts'
import type { Settings } from '../store/settings.ts'
import type { Found, Source } from '../store/source.ts'
import type { Tidy } from './tidy.ts'

/** A block that is loaded. */
export interface Loaded {
  found: Found
  readonly replica: Replica
  readonly tidy: Tidy
  /** The store's revision that the replica is current with. */
  seen: number
}

/** Saves the changes of a loaded block. */
export interface Saving {
  /** Whether the store may lack changes. */
  isUnsaved(): boolean
  /**
   * Saves all changes. Returns whether there were any.
   *
   * @throws LamellaError `BLOCK_UNSAVED`; `BLOCK_MISSING`, `BLOCK_NOT_SHARED` if the block can no longer be written
   */
  persist(): Promise<boolean>
}

/** An update that is resent, with the same operation id, until the store confirms it. */
interface Pending extends Unsaved {
  readonly operation: string
}

export function createSaving(loaded: Loaded, label: string, source: Source, { newId, now }: Settings): Saving {
  const { replica, tidy } = loaded
  let pending: Pending | undefined

  function next(): Pending | undefined {
    replica.commit(now === undefined ? {} : { at: now() })
    const update = replica.unsaved()
    return update && { ...update, operation: newId() }
  }

  async function append({ operation, update }: Pending): Promise<void> {
    const options = now === undefined ? { operation } : { operation, at: now() }
    try {
      const { revision, repeated } = await source.append(loaded.found, update, options)
      // If others have appended in between, the next read returns their updates.
      if (!repeated && revision === loaded.seen + 1) loaded.seen = revision
      tidy.add(update.length, revision)
    } catch (error) {
      if (isLamellaError(error, 'BLOCK_MISSING') || isLamellaError(error, 'BLOCK_NOT_SHARED')) throw error
      throw unsaved([label], error)
    }
  }

  return {
    isUnsaved: () => pending !== undefined || replica.hasUnsaved(),
    persist: async () => {
      for (let isChanged = false; ; isChanged = true) {
        pending ??= next()
        if (pending === undefined) return isChanged
        await append(pending)
        replica.setSaved(pending.version)
        pending = undefined
      }
    },
  }
}
