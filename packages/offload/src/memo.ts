import type { Message, Scope } from '@lamella/core'
import { type BlobStore, ownerOf } from '@lamella/store'
import type { SessionKey } from './aside/session-key.ts'

/** Remembers what became of messages, as long as they exist. Each is asked for with its session. */
export type Memo = (scope: Scope, session: string, message: Message, make: () => Promise<Made>) => Promise<Message>

/** What became of a message, and the contents that were put for it. */
interface Made {
  readonly message: Message
  readonly ids: readonly string[]
  readonly key: SessionKey | undefined
}

/**
 * Creates a memory by the identity of messages, so that a host that repeats its whole conversation in each step costs nothing.
 * What is remembered is made again if a content of it is no longer there.
 */
export function createMemo(blobs: Pick<BlobStore, 'info'>): Memo {
  const kept = new WeakMap<Message, Made & { readonly place: string }>()
  return async (scope, session, message, make) => {
    const { tenant, user, agent } = ownerOf(scope)
    const place = JSON.stringify([tenant, user, agent, session])
    const known = kept.get(message)
    if (known?.place === place && (await hasAll(scope, session, known))) return known.message
    const made = await make()
    kept.set(message, { place, ...made })
    return made.message
  }

  async function hasAll(scope: Scope, session: string, { ids, key }: Made): Promise<boolean> {
    for (const id of ids) {
      const info = await blobs.info(scope, session, id)
      if (info === undefined || (key?.id === id && !key.isIn(info))) return false
    }
    return true
  }
}
