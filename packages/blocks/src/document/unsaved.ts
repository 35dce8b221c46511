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
}

export interface UnsavedUpdate {
  readonly update: Uint8Array
  readonly version: Uint8Array
}

type Guard = <Result>(operation: string, run: () => Result) => Result

export function createUnsaved(doc: LoroDoc, guard: Guard, commit: () => void): Unsaved {
  let saved: Uint8Array | undefined
  /** What is new since then; nothing any more where nothing is. */
  function since<Result>(operation: string, run: (saved: Uint8Array) => Result | undefined): Result | undefined {
    const from = saved
    if (from === undefined) return undefined
    commit()
    const result = guard(operation, () => run(from))
    if (result === undefined) saved = undefined
    return result
  }
  return {
    mark: () => {
      saved ??= versionBytes(doc)
    },
    has: () => since('version', (from) => hasNewsSince(doc, from) || undefined) ?? false,
    next: () =>
      since('exportUpdates', (from) => {
        const version = versionBytes(doc)
        const update = exportSince(doc, from)
        return update && { update, version }
      }),
    savedUpTo: (version) => {
      saved = version
    },
  }
}
