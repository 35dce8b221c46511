import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** What each error of a store of blocks tells beside its message. */
export interface StoreErrorDetails {
  /** A memory of blocks was used after it had been closed. */
  BLOCK_MEMORY_CLOSED: object
  /** What is stored of a block is not what this package keeps of one. */
  BLOCK_META_INVALID: { readonly label: string; readonly problem: string }
  /** With another schema a block would lose something. `lost` leads to what that is, such as `fields.name`. */
  BLOCK_SCHEMA_LOSES: { readonly label: string; readonly lost: readonly string[] }
  /** A change was made, and the store could not keep it. It is kept in memory, and saved with the next one of the block. */
  BLOCK_UNSAVED: { readonly labels: readonly string[] }
  /** The stores that were given cannot do it. */
  BLOCK_UNSUPPORTED: { readonly operation: string }
}

/** Makes an error of a store of blocks. */
export const storeError: MakeError<StoreErrorDetails> = errorsOf<StoreErrorDetails>()

/** The error for what only another store could do. */
export function unsupported(operation: string, fix: string): Error {
  return storeError('BLOCK_UNSUPPORTED', `${operation} is nothing that the given stores can do.`, fix, { operation })
}

/** The error for changes that are in memory only. */
export function unsaved(labels: readonly string[], cause: unknown): Error {
  const names = labels.map((label) => `'${label}'`).join(', ')
  return storeError(
    'BLOCK_UNSAVED',
    `What was changed in ${names} could not be saved yet: the store refused it, see the cause.`,
    'Do not make the change once more: call persistBlock() again, or go on, and it is saved with what comes next.',
    { labels },
    cause,
  )
}
