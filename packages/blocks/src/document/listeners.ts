import type { LoroDoc } from 'loro-crdt'
import { changesOf } from './changes-of.ts'
import type { ChangeTarget, DocumentChange, DocumentEvent, DocumentListener } from './document-event.ts'
import type { RootPlace } from './parts.ts'

/** The listeners of a document. */
export interface Listeners {
  /** Adds a listener to all changes, or to those of a target. The returned function removes it. */
  add(listener: DocumentListener, target?: ChangeTarget): () => void
  /** Reports the changes since the last call. @returns The errors of listeners. */
  report(by: DocumentEvent['by']): readonly unknown[]
  /** Whether there are listeners. */
  isHeard(): boolean
  stop(): void
}

interface Subscribed {
  readonly listener: DocumentListener
  readonly path: readonly string[]
}

/** Subscribes to the library only while there are listeners. */
export function createListeners(
  doc: LoroDoc,
  places: () => ReadonlyMap<string, RootPlace>,
  { label, agent }: { readonly label: string; readonly agent?: string | undefined },
): Listeners {
  const subscribed = new Set<Subscribed>()
  const queue: DocumentEvent[] = []
  let changes: DocumentChange[] = []
  let unsubscribe: (() => void) | undefined
  let isReporting = false

  function stop(): void {
    unsubscribe?.()
    unsubscribe = undefined
    subscribed.clear()
  }

  return {
    add: (listener, { section, field } = {}) => {
      const one = { listener, path: [section, field].filter((name) => name !== undefined) }
      subscribed.add(one)
      unsubscribe ??= doc.subscribe((batch) => {
        changes.push(...changesOf(batch, places()))
      })
      return () => {
        if (subscribed.delete(one) && subscribed.size === 0) stop()
      }
    },
    report: (by) => {
      if (changes.length === 0) return []
      queue.push({ label, by, ...(by === 'agent' && agent !== undefined && { agent }), changes })
      changes = []
      // A change made by a listener is reported after all listeners have received the current one.
      if (isReporting) return []
      isReporting = true
      const thrown: unknown[] = []
      for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
        for (const { listener, path } of [...subscribed]) {
          const own = event.changes.filter((change) => path.every((name, index) => change.path[index] === name))
          try {
            if (own.length > 0) listener({ ...event, changes: own })
          } catch (error) {
            thrown.push(error)
          }
        }
      }
      isReporting = false
      return thrown
    },
    isHeard: () => subscribed.size > 0,
    stop,
  }
}
