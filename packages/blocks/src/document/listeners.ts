import type { LoroDoc } from 'loro-crdt'
import { changesOf } from './changes-of.ts'
import type { ChangeTarget, DocumentChange, DocumentEvent, DocumentListener } from './document-event.ts'
import type { RootPlace } from './roots.ts'

/** The listeners of a document. */
export interface Listeners {
  /** Adds a listener to all changes, or to those of a target, until the returned function is called. */
  add(listener: DocumentListener, target?: ChangeTarget): () => void
  /** Tells all listeners what has happened since the last call, then throws the first error of a listener. */
  tell(by: DocumentEvent['by']): void
  /** Whether anyone listens. */
  isHeard(): boolean
  stop(): void
}

interface Subscribed {
  readonly listener: DocumentListener
  readonly path: readonly string[]
}

/** Subscribes to the library only while there is a listener. */
export function createListeners(
  doc: LoroDoc,
  places: () => ReadonlyMap<string, RootPlace>,
  about: { readonly label: string; readonly agent: string | undefined },
): Listeners {
  const subscribed = new Set<Subscribed>()
  const waiting: DocumentEvent[] = []
  let heard: DocumentChange[] = []
  let unsubscribe: (() => void) | undefined
  let isTelling = false

  function add(listener: DocumentListener, target: ChangeTarget = {}): () => void {
    const path = [target.section, target.field].filter((name) => name !== undefined)
    const one = { listener, path }
    subscribed.add(one)
    unsubscribe ??= doc.subscribe((batch) => {
      heard.push(...changesOf(batch, places()))
    })
    return () => {
      if (subscribed.delete(one) && subscribed.size === 0) stop()
    }
  }

  function tell(by: DocumentEvent['by']): void {
    const changes = heard
    heard = []
    if (changes.length === 0) return
    const { label, agent } = about
    waiting.push({ label, by, ...(by === 'agent' && agent !== undefined ? { agent } : {}), changes })
    // A listener that changes the document is told of that after all others have been told of this.
    if (isTelling) return
    isTelling = true
    try {
      tellWaiting()
    } finally {
      isTelling = false
    }
  }

  function tellWaiting(): void {
    const thrown: unknown[] = []
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      for (const one of [...subscribed]) {
        try {
          tellOne(one, event)
        } catch (error) {
          thrown.push(error)
        }
      }
    }
    if (thrown.length > 0) throw thrown[0]
  }

  function tellOne({ listener, path }: Subscribed, event: DocumentEvent): void {
    const changes = event.changes.filter((change) => path.every((name, index) => change.path[index] === name))
    if (changes.length > 0) listener({ ...event, changes })
  }

  function stop(): void {
    unsubscribe?.()
    unsubscribe = undefined
    subscribed.clear()
  }

  return { add, tell, isHeard: () => subscribed.size > 0, stop }
}
