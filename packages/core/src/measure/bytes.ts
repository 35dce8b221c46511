import type { DataContent } from '../contract/message.ts'

/** How many characters of a URL may precede its data. */
const longestHead = 200

/** Returns where base64 begins in a text: after the head of a data URL, or at the start. */
export function dataStart(text: string): number | undefined {
  const head = text.slice(0, longestHead)
  // Base64 has no colon.
  if (!head.includes(':')) return 0
  const comma = head.indexOf(',')
  return comma > 0 && /^data:.*;base64$/i.test(head.slice(0, comma)) ? comma + 1 : undefined
}

/** Returns the bytes of data; `undefined` if it is remote or not valid base64. */
export function bytesOf(data: DataContent | URL): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  const source = data instanceof URL ? data.href : data
  const start = typeof source === 'string' ? dataStart(source) : undefined
  if (start === undefined) return undefined
  try {
    const binary = atob(source.slice(start).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
    return bytes
  } catch {
    return undefined
  }
}
