import type { Kept } from './put-aside.ts'

const dataUrl = /^data:[^,]{0,200};base64,/i
const reference = /^(blob:[a-z2-7]{26})#blob:[a-z2-7]{26}#([a-z2-7]{26})#((?:data:[^,]{0,200};base64,)?)$/i

/** Replaces data that was put aside in a session. */
export interface MediaReference {
  readonly id: string
  /** Proves that the store wrote it. */
  readonly tag: string
  /** What precedes the base64 text: the head of a data URL, or ''. */
  readonly prefix: string
}

/** Bytes of data, and what precedes their base64 text. */
export interface MediaBytes {
  readonly bytes: Uint8Array
  readonly prefix: string
}

/** Returns the bytes of base64 text or of a data URL; `undefined` for a URL, and for text that base64 would not write again. */
export function bytesOf(data: unknown): MediaBytes | undefined {
  if (data instanceof Uint8Array) return { bytes: data, prefix: '' }
  if (data instanceof ArrayBuffer) return { bytes: new Uint8Array(data), prefix: '' }
  if (typeof data !== 'string') return undefined
  const prefix = dataUrl.exec(data.slice(0, 300))?.[0] ?? ''
  const text = data.slice(prefix.length)
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const binary = atob(text)
  // The last digits before a `=` have bits that no byte takes.
  if (btoa(binary.slice(-(binary.length % 3 || 3))) !== text.slice(-4) && text !== '') return undefined
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return { bytes, prefix }
}

/** Writes a reference. It names the content and the key, and has a tag that only the key gives. */
export async function referenceTo({ id, key }: Kept, prefix: string): Promise<string> {
  return [id, key.id, await key.tag('media', id, prefix), prefix].join('#')
}

/** Reads a reference; `undefined` for all other data. */
export function referenceOf(data: unknown): MediaReference | undefined {
  if (typeof data !== 'string' || !data.startsWith('blob:') || data.length > 400) return undefined
  const [, id, tag, prefix] = reference.exec(data) ?? []
  return id === undefined || tag === undefined || prefix === undefined ? undefined : { id, tag, prefix }
}
