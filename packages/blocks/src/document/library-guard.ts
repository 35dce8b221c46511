import { isLamellaError } from '@lamella/core'
import { blockError } from '../errors.ts'

/** Runs calls of the CRDT library for one document. */
export interface LibraryGuard {
  /** @throws LamellaError `BLOCK_CLOSED`, `BLOCK_FAILED`, and errors of this package that the work throws */
  run<Result>(operation: string, work: () => Result): Result
  /** Refuses all later calls. Returns whether the document was open. */
  close(): boolean
  /** Whether the library has failed, so that the document cannot be used. */
  isFailed(): boolean
}

export function createLibraryGuard(label: string): LibraryGuard {
  let [isClosed, isFailed] = [false, false]
  function failed(operation: string, cause?: unknown): Error {
    return blockError(
      'BLOCK_FAILED',
      `${operation} failed in the CRDT library (block '${label}').`,
      'Load the document from its store again. If that fails too, load it in a new process.',
      { label, operation },
      cause,
    )
  }
  return {
    run: (operation, work) => {
      if (isClosed) {
        throw blockError('BLOCK_CLOSED', `The document of block '${label}' is closed.`, 'Load it again.', { label })
      }
      if (isFailed) throw failed(operation)
      try {
        return work()
      } catch (cause) {
        if (isLamellaError(cause)) throw cause
        // The library throws a string when it rejects something. After any other error, its state is unknown.
        if (typeof cause !== 'string') isFailed = true
        throw failed(operation, cause)
      }
    },
    close: () => {
      const wasOpen = !isClosed
      isClosed = true
      return wasOpen
    },
    isFailed: () => isFailed,
  }
}
