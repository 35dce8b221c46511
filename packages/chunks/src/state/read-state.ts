import type { LamellaError } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { MemoryChunk, MemoryState } from '../contract/chunk.ts'
import { chunkError } from '../errors.ts'
import { checkChunk } from './check-chunk.ts'

/**
 * Returns the checked chunks of a state in order.
 *
 * @throws LamellaError `STATE_INVALID`, `CHUNK_INVALID`
 */
export function readState(state: MemoryState): readonly MemoryChunk[] {
  if (!isObject(state)) throw invalidState('is not an object')
  const { chunks, chunkIds } = state as { readonly chunks?: unknown; readonly chunkIds?: unknown }
  if (chunkIds === undefined) return unique(listOf(chunks))
  if (!Array.isArray(chunkIds)) throw invalidState('has chunkIds that are not a list')
  const byId = lookup(chunks)
  return unique(
    chunkIds.map((id: unknown) => {
      const chunk = typeof id === 'string' ? byId(id) : undefined
      if (chunk === undefined) throw invalidState(`lists the id '${String(id)}', but has no chunk with it`)
      return chunk
    }),
    chunkIds,
  )
}

/** Checks the chunks: each id occurs once and matches the key it was found under. */
function unique(values: readonly unknown[], wanted?: readonly unknown[]): readonly MemoryChunk[] {
  const ids = new Set<string>()
  return values.map((value, index) => {
    const chunk = checkChunk(value, index)
    const { id } = chunk
    if (ids.has(id)) throw invalidState(`has two chunks with the id '${id}'`)
    if (wanted && wanted[index] !== id) {
      throw invalidState(`has the chunk '${id}' under the id '${String(wanted[index])}'`)
    }
    ids.add(id)
    return chunk
  })
}

function listOf(chunks: unknown): readonly unknown[] {
  if (Array.isArray(chunks)) return chunks
  if (chunks instanceof Map) return [...chunks.values()]
  if (isObject(chunks)) throw invalidState('has chunks in an object, whose key order is unreliable, but no chunkIds')
  throw invalidState('has no chunks')
}

function lookup(chunks: unknown): (id: string) => unknown {
  if (chunks instanceof Map) return (id) => chunks.get(id)
  if (Array.isArray(chunks)) {
    const byId = new Map(chunks.map((chunk: unknown) => [isObject(chunk) ? chunk['id'] : undefined, chunk]))
    return (id) => byId.get(id)
  }
  if (isObject(chunks)) return (id) => (Object.hasOwn(chunks, id) ? chunks[id] : undefined)
  throw invalidState('has no chunks')
}

function invalidState(problem: string): LamellaError<'STATE_INVALID'> {
  return chunkError(
    'STATE_INVALID',
    `The state ${problem}.`,
    'Pass { chunks } as a list or a map, or { chunks, chunkIds } with an object keyed by id.',
    { problem },
  )
}
