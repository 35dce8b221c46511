import type { DataContent } from '../contract/message.ts'
import { dataStart } from './data-start.ts'

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
