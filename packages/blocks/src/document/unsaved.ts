import type { LoroDoc } from 'loro-crdt'
import { exportSince, hasNewsSince, versionBytes } from './bytes.ts'

/** What is in a document and not in its store, from which it was loaded. Nothing is asked of the library while nothing is. */
export interface Unsaved {
  /** Says that something is about to change. */
  mark(): void
  /** Whether there is anything. */
  has(): boolean
  /** All of it, and how far the document is with it; `undefined` where there is nothing. */
  next(): UnsavedUpdate | undefined
  /** Says how far the store is. */
  savedUpTo(version: Uint8Array): void
  /** How far the store is; `undefined`: as far as the document. */
  saved(): Uint8Array | undefined
}

export interface UnsavedUpdate {
  readonly update: Uint8Array
  readonly version: Uint8Array
}

type Guard = <Result>(operation: string, run: () => Result) => Result

export function createUnsaved(doc: LoroDoc, guard: Guard, commit: () => void): Unsaved {
  let saved: Uint8Array | undefined
  return {
    mark: () => {
      saved ??= versionBytes(doc)
    },
    has: () => {
      const since = saved
      if (since === undefined) return false
      commit()
      if (guard('version', () => hasNewsSince(doc, since))) return true
      saved = undefined
      return false
    },
    next: () => {
      if (saved === undefined) return undefined
      commit()
      return guard('exportUpdates', () => {
        const version = versionBytes(doc)
        const update = exportSince(doc, saved)
        if (update === undefined) saved = undefined
        return update && { update, version }
      })
    },
    savedUpTo: (version) => {
      saved = version
    },
    saved: () => saved,
  }
}
