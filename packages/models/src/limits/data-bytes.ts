import type { DataContent } from '@lamella/core'
import { dataStart } from '@lamella/core/plugin'
import { jsonBytes } from './json-bytes.ts'

/** Characters that are longer in a JSON string, and those that have more than one byte. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const escaped = /["\\\u0000-\u001f\u0080-\uffff]/

/** Returns the bytes of an image or a file in the body: its base64, or its URL. */
export function dataBytes(data: DataContent | URL): number {
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return base64Length(data.byteLength)
  const text = data instanceof URL ? data.href : data
  if (typeof text !== 'string') return 0
  const bytes = escaped.test(text) ? jsonBytes(text) : text.length
  // A data URL that is not base64 is sent as base64.
  return isRemote(text) || dataStart(text) !== undefined ? bytes : base64Length(bytes)
}

/** Whether data is a remote address: its size is unknown and not part of the body. */
export function isRemote(data: DataContent | URL): boolean {
  const text = data instanceof URL ? data.href : data
  return typeof text === 'string' && dataStart(text) === undefined && !/^data:/i.test(text)
}

function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}
