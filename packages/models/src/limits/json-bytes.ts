import type { DataContent } from '@lamella/core'
import { dataStart } from '@lamella/core/plugin'

/**
 * Returns the bytes of a text as a JSON string in UTF-8, quotes and escapes included.
 *
 * Source: ECMA-262, `QuoteJSONString`: lone surrogates are escaped.
 */
export function jsonBytes(text: string): number {
  let bytes = text.length + 2
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) {
      if (code === 0x22 || code === 0x5c) bytes += 1
      // Backspace, tab, line feed, form feed and carriage return have escapes of two characters.
      else if (code < 0x20) bytes += code >= 8 && code <= 13 && code !== 11 ? 1 : 5
    } else if (code < 0x800) bytes += 1
    else if (code < 0xd800 || code > 0xdfff) bytes += 2
    else if (code < 0xdc00 && isLow(text.charCodeAt(index + 1))) {
      bytes += 2
      index++
    } else bytes += 5
  }
  return bytes
}

/** Returns the bytes of a value as JSON text inside a JSON string, which is how some formats send arguments. */
export function nestedJsonBytes(value: unknown): number {
  try {
    return jsonBytes(JSON.stringify(value) ?? '')
  } catch {
    return jsonBytes('') // It cannot be JSON, and its encoder says where.
  }
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

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
