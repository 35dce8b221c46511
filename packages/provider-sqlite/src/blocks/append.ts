import { type BlockStore, checkBytes, checkChange } from '@lamella/store'
import { type BlockParts, blockKey, mustFind } from './block-parts.ts'

/** Adds an update. */
export function createAppend(parts: BlockParts): BlockStore['append'] {
  const { access, bytes } = parts
  return async (scope, id, update, options) => {
    const key = blockKey(scope, id)
    const added = checkBytes('update', update)
    const change = checkChange(options)
    return access.write(() => bytes.append(mustFind(parts, key), added, change))
  }
}
