import { isLamellaError } from '@lamella/core'
import { blockMissing } from '@lamella/core/store'
import { askIfNeeded } from '../permissions/consent.ts'
import type { Access } from '../permissions/permission.ts'
import type { CallerOptions } from './block-memory.ts'
import type { BlockMetadata } from './metadata.ts'
import type { Place } from './place.ts'
import type { Settings } from './settings.ts'
import { sourceOf } from './source.ts'

/** What somebody wants to do with a block as a whole. */
interface Wish {
  readonly operation: string
  readonly access: Access
  /** What it is called with, for who is asked. */
  readonly args: readonly (string | boolean)[]
}

/**
 * Does something with a block as a whole, if that is allowed, after asking whoever has to be asked. `run` gets what is known of
 * the block, and must refuse with `BLOCK_CONFLICT` what has changed since: then all of it is done once more.
 */
export type Guard = <Result>(
  place: Place,
  wish: Wish,
  options: CallerOptions | undefined,
  run: (metadata: BlockMetadata) => Promise<Result>,
) => Promise<Result>

/** Others that change a block at the same time, at most. */
const mostTries = 100

export function createGuard(settings: Settings): Guard {
  return async (place, { operation, access, args }, options, run) => {
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
