import type { Scope } from '@lamella/core'
import { type BlobInfo, type BlobStore, blobDamaged, blobId } from '@lamella/store'

/** The session whose contents are put aside. */
export interface Place {
  readonly blobs: BlobStore
  readonly scope: Scope
  readonly session: string
}

/**
 * The key of a session: what is computed with it proves that this package wrote it. Whoever knows a content, such as the server
 * that returned it, cannot compute its handle.
 */
export interface SessionKey {
  /** The id of the blob that keeps it. What names a content names this too, so that no sweep removes it. */
  readonly id: string
  /** Whether the blob has this key: a session that was deleted and made again has another key. */
  isIn(info: BlobInfo): boolean
  /** Puts it again, should something have removed it. */
  again(): Promise<BlobInfo>
  /** Returns the handle of a content: `blob:` and 26 characters, the same for the same content. */
  handle(content: string): Promise<string>
  /** Returns what proves that a text stands for a content: 26 characters. */
  tag(kind: 'head' | 'media', content: string, text: string): Promise<string>
}

const encoder = new TextEncoder()

/**
 * The content of the blob that keeps a key, the same in each session; the key is its name. A store keeps the first name of a
 * content (`BlobStore.put`), so all processes that put it at once have one key.
 */
const keeper = encoder.encode('lamella:key')
const mediaType = 'application/x-lamella-key'
const form = /^[0-9a-f]{64}$/

/** Reads the key of a session; `undefined` if it has none. @throws LamellaError `BLOB_DAMAGED` */
export async function readKey(place: Place): Promise<SessionKey | undefined> {
  const info = await place.blobs.info(place.scope, place.session, await blobId(keeper))
  return info && keyOf(place, info)
}

/** Reads the key of a session when it is first needed, and once. */
export type KeyReader = () => Promise<SessionKey | undefined>

export function keyReader(place: Place): KeyReader {
  let key: Promise<SessionKey | undefined> | undefined
  return () => {
    key ??= readKey(place)
    return key
  }
}

/** Returns the key of a session, and makes one of 256 random bits if it has none. @throws LamellaError `BLOB_DAMAGED` */
export async function sessionKey(place: Place, at: Date | undefined): Promise<SessionKey> {
  const found = await readKey(place)
  if (found) return found
  const name = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0'))
  return keyOf(place, await putKey(place, name.join(''), at))
}

function putKey({ blobs, scope, session }: Place, name: string, at: Date | undefined): ReturnType<BlobStore['put']> {
  return blobs.put(scope, session, keeper, { mediaType, name, ...(at && { at }) })
}

async function keyOf(place: Place, { id, name = '', mediaType: type, at }: BlobInfo): Promise<SessionKey> {
  // Somebody else has put this content.
  if (type !== mediaType || !form.test(name)) throw blobDamaged(place.session, id)
  const bytes = Uint8Array.from(name.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  /** HMAC-SHA-256 (RFC 2104), in the form of a blob's id. */
  const code = async (...of: readonly string[]): Promise<string> =>
    blobId(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(of.join('\n')))))
  return {
    id,
    isIn: (info) => info.name === name,
    again: () => putKey(place, name, at === undefined ? undefined : new Date(at)),
    handle: (content) => code('handle', content),
    tag: async (kind, content, text) => (await code(kind, content, text)).slice('blob:'.length),
  }
}
