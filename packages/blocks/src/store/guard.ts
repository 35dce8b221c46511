import { isLamellaError } from '@lamella/core'
import { blockMissing } from '@lamella/core/store'
import { askIfNeeded } from '../permissions/consent.ts'
import type { Access } from '../permissions/permission.ts'
import type { CallerOptions } from './block-memory.ts'
import type { BlockMetadata } from './metadata.ts'
import type { Place } from './place.ts'
import type { Settings } from './settings.ts'
import { sourceOf } from './source.ts'

/**
 * Does something with a block as a whole if it is allowed, after asking for the consent it needs. `run` gets the block's metadata
 * and must refuse with `BLOCK_CONFLICT` if the block has changed since: then everything is done again.
 */
export type Guard = <Result>(
  place: Place,
  wish: { readonly operation: string; readonly access: Access; readonly args?: readonly (string | boolean)[] },
  options: CallerOptions | undefined,
  run: (metadata: BlockMetadata) => Promise<Result>,
) => Promise<Result>

/** Enough for many who change the block at the same time. */
const mostTries = 100

export function createGuard(settings: Settings): Guard {
  return async (place, { operation, access, args = [] }, options, run) => {
    const { label, agent } = place
    const source = sourceOf(settings.blocks, place)
    for (let tries = 1; ; tries++) {
      const found = await source.find()
      if (found === undefined) throw blockMissing(label)
      const { permission } = found.metadata
      const attempt = { label, operation, access, permission, agent, args }
      await askIfNeeded(attempt, { system: options?.system === true }, settings.consent)
      try {
        return await run(found.metadata)
      } catch (error) {
        if (!isLamellaError(error, 'BLOCK_CONFLICT') || tries === mostTries) throw error
      }
    }
  }
}
