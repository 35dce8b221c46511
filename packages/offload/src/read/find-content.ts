import { createBoundedMap } from '@lamella/core/plugin'
import { type BlobInfo, blobsOf } from '@lamella/store'
import { type Place, readKey } from '../aside/session-key.ts'

/** Finds the content of a handle; `undefined` if the session has none. */
export type FindContent = (place: Place, handle: string) => Promise<BlobInfo | undefined>

/** The handles that are remembered. */
const most = 10_000

/**
 * Creates what finds contents. A handle says nothing of its content, so the first search computes those of all contents of the
 * session; what is remembered of them is computed again before it counts.
 */
export function createFindContent(): FindContent {
  const contents = createBoundedMap<string, string>(most)
  return async (place, handle) => {
    const { blobs, scope, session } = place
    const key = await readKey(place)
    if (key === undefined) return undefined
    const known = contents.get(handle)
    if (known !== undefined && (await key.handle(known)) === handle) return blobs.info(scope, session, known)
    let found: BlobInfo | undefined
    for await (const info of blobsOf(blobs, scope, session)) {
      const own = await key.handle(info.id)
      contents.set(own, info.id)
      if (own === handle) found = info
    }
    return found
  }
}
