import { blockError } from '../errors.ts'
import { badValue } from './check-value.ts'
import type { ChangeTarget, DocumentListener } from './document-event.ts'
import { checkTarget } from './find-call.ts'
import type { Replica } from './replica.ts'

/**
 * One caller's use of a replica. The caller's document, and every object created from it, refers to the session: while
 * the session is reachable, a memory keeps the replica. `document.close()` ends only that caller's session.
 */
export interface Session {
  /** The options of the replica, even after the session ends. */
  options(): Replica['options']
  /** @throws LamellaError `BLOCK_CLOSED` */
  replica(): Replica
  /** Listens until the returned function is called or the session ends. */
  listen(listener: DocumentListener, target?: ChangeTarget): () => void
  isOpen(): boolean
  close(): void
}

/** @param end Runs when the session is closed, such as to close a replica that has no other user. */
export function openSession(replica: Replica, end: () => void = () => {}): Session {
  const stops = new Set<() => void>()
  let isOpen = true
  function open(): Replica {
    if (isOpen) return replica
    const { label } = replica.options
    throw blockError('BLOCK_CLOSED', `The document of block '${label}' is closed.`, 'Get the document again.', {
      label,
    })
  }
  return {
    options: () => replica.options,
    replica: open,
    isOpen: () => isOpen,
    listen: (listener, target) => {
      if (typeof listener !== 'function') throw badValue('listener', 'is not a function')
      const { parts, listeners, options } = open()
      if (target !== undefined) checkTarget(parts, options.label, target)
      const stop = listeners.add(listener, target)
      stops.add(stop)
      return () => {
        stops.delete(stop)
        stop()
      }
    },
    close: () => {
      isOpen = false
      for (const stop of stops) stop()
      stops.clear()
      end()
    },
  }
}
