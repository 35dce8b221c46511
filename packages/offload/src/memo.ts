import type { Message, Scope } from '@lamella/core'
import { type BlobStore, blobIdsIn, ownerOf } from '@lamella/core/store'

/** Remembers what became of messages, as long as they exist. Each is asked for with its session. */
export type Memo = (scope: Scope, session: string, message: Message, make: () => Promise<Message>) => Promise<Message>

interface Remembered {
  readonly place: string
  readonly message: Message
  readonly handles: readonly string[]
}

/**
 * Creates a memory by the identity of messages, so that a host that repeats its whole conversation in each step costs nothing.
 * What is remembered is made again if a content of it is no longer there.
 */
export function createMemo(blobs: Pick<BlobStore, 'info'>): Memo {
  const kept = new WeakMap<Message, Remembered>()
  return async (scope, session, message, make) => {
    const { tenant, user, agent } = ownerOf(scope)
    const place = JSON.stringify([tenant, user, agent, session])
    const known = kept.get(message)
    if (known?.place === place && (await hasAll(scope, session, known.handles))) return known.message
    const made = await make()
    const handles = made === message ? [] : blobIdsIn(made)
    kept.set(message, { place, message: made, handles })
    return made
  }

  async function hasAll(scope: Scope, session: string, handles: readonly string[]): Promise<boolean> {
    for (const handle of handles) if ((await blobs.info(scope, session, handle)) === undefined) return false
    return true
  }
}
