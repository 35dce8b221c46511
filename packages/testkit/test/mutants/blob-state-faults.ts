import type { BlobOptions, BlobStore } from '@lamella/store'
import { blobMutant, isBytes } from './blob-faults.ts'
import type { Mutant } from './mutant.ts'
import { mark, moment } from './store-faults.ts'

/** Faults in what happens to stored contents, arguments and results. */
export const blobStateFaults: readonly Mutant<BlobStore>[] = [
  blobMutant('PURE', 'leaves a mark in a range', (base) => ({
    read: async (...given: Parameters<BlobStore['read']>) => {
      mark(given[3])
      return base.read(...given)
    },
  })),
  blobMutant('PURE', 'empties the options', (base) => ({
    put: async (...given: Parameters<BlobStore['put']>) => {
      const info = await base.put(...given)
      mark(given[3])
      return info
    },
  })),
  blobMutant('COPIES', 'reads a content only when it writes it', (base) => ({
    put: async (...given: Parameters<BlobStore['put']>) => {
      await moment()
      return base.put(...given)
    },
  })),
  blobMutant('COPIES', 'copies a content by its own method', (base) => ({
    put: async (scope: never, session: string, content: Uint8Array, options?: BlobOptions) => {
      const copy = isBytes(content) ? content.slice() : content
      if (isBytes(content) && copy.buffer === content.buffer) await moment()
      return base.put(scope, session, copy, options)
    },
  })),
  blobMutant('COPIES', 'returns the same bytes to every caller', (base) => {
    const returned = new Map<string, Uint8Array>()
    return {
      read: async (...given: Parameters<BlobStore['read']>) => {
        const content = await base.read(...given)
        if (!content) return undefined
        const key = JSON.stringify(given)
        if (!returned.has(key)) returned.set(key, content)
        return returned.get(key)
      },
    }
  }),
  blobMutant('PARALLEL', 'drops a put while two others run', (base) => {
    let running = 0
    return {
      put: async (...given: Parameters<BlobStore['put']>) => {
        const [scope, session, passed, options] = given
        const content = isBytes(passed) ? new Uint8Array(passed) : passed
        running++
        try {
          await moment()
          const info = await base.put(scope, session, content, options)
          if (running > 2) await base.delete(given[0], given[1], info.id)
          return info
        } finally {
          running--
        }
      },
    }
  }),
  blobMutant('REOPEN', 'forgets the names when it is closed', (base) => {
    let isClosed = false
    return {
      close: async () => {
        isClosed = true
      },
      list: async (...given: Parameters<BlobStore['list']>) => {
        const list = await base.list(...given)
        return isClosed ? { ...list, blobs: list.blobs.map(({ name: _, ...info }) => info) } : list
      },
    }
  }),
]
