import { isLamellaError } from '@lamella/core'
import type { Replica } from '../document/replica.ts'
import type { UnsavedUpdate } from '../document/unsaved.ts'
import type { AfterTelling } from './after-telling.ts'
import { unsaved } from './errors.ts'
import type { Settings } from './settings.ts'
import type { Found, Source } from './source.ts'
import type { Tidy } from './tidy.ts'

/** A block that is loaded. */
export interface Loaded {
  found: Found
  readonly replica: Replica
  readonly tidy: Tidy
  /** The store's revision up to which everything is in the replica. */
  seen: number
}

/** Brings what is done in the document of a block into its store. */
export interface Saving {
  /** Whether there is anything that is not known to be in the store. */
  isUnsaved(): boolean
  /**
   * Saves it; whether there was anything.
   *
   * @throws LamellaError `BLOCK_UNSAVED`; `BLOCK_MISSING`, `BLOCK_NOT_SHARED` where nothing can ever be saved there
   */
  persist(): Promise<boolean>
}

/** An update on its way: asked for again as it is, until it is known to be there. */
interface Pending extends UnsavedUpdate {
  readonly operation: string
}

export function createSaving(
  loaded: Loaded,
  label: string,
  source: Source,
  { newId, now }: Settings,
  afterTelling: AfterTelling,
): Saving {
  let pending: Pending | undefined

  function next(): Pending | undefined {
    const { replica } = loaded
    afterTelling(() => replica.commit(now === undefined ? {} : { at: now() }))
    const update = afterTelling(() => replica.unsaved.next())
    return update && { ...update, operation: newId() }
  }

  async function append({ operation, update }: Pending): Promise<void> {
    const options = now === undefined ? { operation } : { operation, at: now() }
    try {
      const { revision, repeated } = await source.append(loaded.found, update, options)
      // Others may have appended in between: what they did comes with the next read.
      if (!repeated && revision === loaded.seen + 1) loaded.seen = revision
      loaded.tidy.add(update.length, revision)
    } catch (error) {
      if (isLamellaError(error, 'BLOCK_MISSING') || isLamellaError(error, 'BLOCK_NOT_SHARED')) throw error
      throw unsaved([label], error)
    }
  }

  return {
    isUnsaved: () => pending !== undefined || afterTelling(() => loaded.replica.unsaved.has()),
    persist: async () => {
      for (let isChanged = false; ; isChanged = true) {
        pending ??= next()
        if (pending === undefined) return isChanged
        await append(pending)
        loaded.replica.unsaved.savedUpTo(pending.version)
        pending = undefined
      }
    },
  }
}
