import type { Notice } from '@lamella/core'
import { type BlobInfo, blobId, blobsOf } from '@lamella/store'
import type { OffloadOptions } from '../contract/options.ts'
import type { Content } from './content.ts'
import { type Place, readKey, type SessionKey, sessionKey } from './session-key.ts'

/** Settings of a keeper. */
export type KeeperOptions = { readonly [Key in 'storage' | 'now' | 'onNotice']: OffloadOptions[Key] | undefined }

/** Puts contents of one session aside. */
export interface Keeper {
  /** Puts a content, and returns its id; `undefined` if the storage of the session is full and the policy is to keep. */
  put(content: Content, name: string): Promise<Kept | undefined>
  /** The key of the session; `undefined` if nothing of it was put aside. */
  key(): Promise<SessionKey | undefined>
  /** The ids of what was put. */
  ids(): readonly string[]
  /** Puts contents again that are no longer there, and applies the policy `remove-oldest`. */
  settle(): Promise<void>
}

/** The id of a content, and the key of its session. */
export interface Kept {
  readonly id: string
  readonly key: SessionKey
}

/** Creates what puts the contents of some messages aside, and knows them until they are in their session. */
export function createKeeper(place: Place, { storage, now, onNotice }: KeeperOptions): Keeper {
  const { blobs, scope, session } = place
  const puts = new Map<string, () => Promise<BlobInfo>>()
  let known: SessionKey | undefined
  return {
    key: async () => {
      known ??= await readKey(place)
      return known
    },
    ids: () => [...puts.keys()],
    put: async ({ bytes, mediaType }, given) => {
      // A name that every store keeps.
      const name = given.slice(0, 200).replace(/\p{Cs}/gu, '\ufffd')
      const put = (): Promise<BlobInfo> => {
        const at = now?.()
        return blobs.put(scope, session, bytes, { mediaType, ...(name !== '' && { name }), ...(at && { at }) })
      }
      if (storage?.whenFull === 'keep' && !(await hasRoom(bytes, storage.maxBytes))) {
        onNotice?.(full(session, bytes.length, storage.maxBytes))
        return undefined
      }
      known ??= await sessionKey(place, now?.())
      const { id } = await put()
      puts.set(known.id, known.again).set(id, put)
      return { id, key: known }
    },
    settle: async () => {
      for (const [id, put] of puts) if ((await blobs.info(scope, session, id)) === undefined) await put()
      if (storage?.whenFull === 'remove-oldest' && puts.size > 0) await removeOldest(storage.maxBytes)
    },
  }

  async function hasRoom(bytes: Uint8Array, maxBytes: number): Promise<boolean> {
    const { bytes: used } = await blobs.list(scope, session, { limit: 1 })
    if (used + bytes.length <= maxBytes) return true
    // What the session has takes no more room.
    return (await blobs.info(scope, session, await blobId(bytes))) !== undefined
  }

  /** Removes contents until the rest is within the limit, those first that were put longest ago; never those that were put here. */
  async function removeOldest(maxBytes: number): Promise<void> {
    let over = (await blobs.list(scope, session, { limit: 1 })).bytes - maxBytes
    if (over <= 0) return
    const old: BlobInfo[] = []
    for await (const info of blobsOf(blobs, scope, session)) if (!puts.has(info.id)) old.push(info)
    old.sort((a, b) => compare(a.at ?? '', b.at ?? '') || compare(a.id, b.id))
    for (const info of old) {
      if (over <= 0) break
      await blobs.delete(scope, session, info.id)
      over -= info.size
      onNotice?.(removed(session, info, maxBytes))
    }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function full(session: string, size: number, maxBytes: number): Notice {
  return {
    code: 'OFFLOAD_FULL',
    what: `A content of ${size} bytes stays in its message: the session would keep more than ${maxBytes} bytes.`,
    fix: "Raise storage.maxBytes, or pass whenFull: 'remove-oldest'.",
    from: session,
  }
}

function removed(session: string, { id, size }: BlobInfo, maxBytes: number): Notice {
  return {
    code: 'OFFLOAD_REMOVED',
    what: `${id} (${size} bytes) was removed: the session kept more than ${maxBytes} bytes.`,
    fix: 'Raise storage.maxBytes to keep more.',
    from: session,
  }
}

/** The notice for contents that could not be looked after once their messages were stored. */
export function unsettled(session: string, error: unknown): Notice {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    code: 'OFFLOAD_UNSETTLED',
    what: `The messages are stored, but the blob store failed afterwards: ${reason}`,
    fix: 'Check the blob store. Contents may exceed storage.maxBytes until the next append.',
    from: session,
    details: { reason },
  }
}
