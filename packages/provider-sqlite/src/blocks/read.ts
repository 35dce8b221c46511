import { type BlockStore, checkSince } from '@lamella/store'
import { type BlockParts, blockKey } from './block-parts.ts'

/** Reads the bytes that are new to a reader. */
export function createRead({ access, rows, bytes }: BlockParts): BlockStore['read'] {
  return async (scope, id, since) => {
    const { owner, sort } = blockKey(scope, id)
    const seen = checkSince(since)
    return access.read(() => {
      const row = rows.find(owner, sort)
      return row && bytes.read(row, seen)
    })
  }
}
