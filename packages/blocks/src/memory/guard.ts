import { isLamellaError } from '@lamella/core'
import { blockMissing } from '@lamella/store'
import { askIfNeeded } from '../permissions/consent.ts'
import type { Access } from '../permissions/permission.ts'
import type { CallerOptions } from '../store/block-memory.ts'
import type { Place } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'
import { type Found, sourceOf } from '../store/source.ts'

/** An operation on a whole block. */
interface BlockOperation {
  readonly operation: string
  readonly access: Access
  readonly args?: readonly (string | boolean)[]
}

/**
 * Performs an operation on a whole block if it is allowed, after requesting the consent it needs. `run` must throw
 * `BLOCK_CONFLICT` if the block has changed since it was found; the check and the operation are then repeated.
 */
export type Guard = <Result>(
  place: Place,
  operation: BlockOperation,
  options: CallerOptions | undefined,
  run: (found: Found) => Promise<Result>,
) => Promise<Result>

/** Enough for many concurrent writers. */
const mostTries = 100

export function createGuard({ blocks, consent }: Settings): Guard {
  return async (place, { operation, access, args = [] }, options, run) => {
    const { label, agent } = place
    const source = sourceOf(blocks, place)
    for (let tries = 1; ; tries++) {
      const found = await source.find()
      if (found === undefined) throw blockMissing(label)
      const { permission } = found.metadata
      const attempt = { label, operation, access, permission, agent, args }
      await askIfNeeded(attempt, { system: options?.system === true }, consent)
      try {
        return await run(found)
      } catch (error) {
        if (!isLamellaError(error, 'BLOCK_CONFLICT') || tries === mostTries) throw error
      }
    }
  }
}
