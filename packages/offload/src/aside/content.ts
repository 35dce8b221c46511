import type { JsonValue } from '@lamella/core'
import { piecesOf, turn } from '../pieces.ts'

/** A content as a blob store keeps it. */
export interface Content {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** The bytes after which others have a turn. */
const large = 16_777_216

/** The encoding of texts with halves of surrogate pairs, which UTF-8 cannot encode. */
const utf16 = 'utf-16le'

/** Encodes a text so that `textOf` returns exactly it. */
export async function textContent(text: string, mediaType = 'text/plain'): Promise<Content> {
  const encoder = new TextEncoder()
  const encoded: Uint8Array[] = []
  for await (const piece of piecesOf(text)) {
    if (/\p{Cs}/u.test(piece)) return utf16Content(text, mediaType)
    encoded.push(encoder.encode(piece))
  }
  const bytes = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of encoded) {
    bytes.set(piece, at)
    at += piece.length
    if (at % large < piece.length) await turn()
  }
  return { bytes, mediaType: `${mediaType};charset=utf-8` }
}

async function utf16Content(text: string, mediaType: string): Promise<Content> {
  const bytes = new Uint8Array(text.length * 2)
  let at = 0
  for await (const piece of piecesOf(text)) {
    for (let index = 0; index < piece.length; index++) {
      const unit = piece.charCodeAt(index)
      bytes[at++] = unit & 0xff
      bytes[at++] = unit >> 8
    }
  }
  return { bytes, mediaType: `${mediaType};charset=${utf16}` }
}

/** Returns the text of a JSON value as it is kept: with a line for each item, so that it can be read by lines. */
export function jsonText(value: JsonValue | undefined): string {
  // No JSON text stands for `undefined`, which an application may have put there.
  return JSON.stringify(value ?? null, null, 2)
}

/** Whether a media type is that of a text in which UTF-16 units take two bytes. */
export function isUtf16(mediaType: string): boolean {
  return mediaType.endsWith(`charset=${utf16}`)
}

/** Whether a media type is that of a text. */
export function isText(mediaType: string): boolean {
  return /^(text\/|application\/(json|xml|javascript|yaml|x-ndjson)\b|[^;]*\+(json|xml)\b)/i.test(mediaType)
}

/** Decodes a text, or a part of one that begins and ends between characters. */
export function textOf(bytes: Uint8Array, mediaType: string): string {
  if (!isUtf16(mediaType)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  let text = ''
  const units = new Uint16Array(Math.min(8_192, bytes.length >> 1))
  for (let at = 0; at + 1 < bytes.length; ) {
    let count = 0
    for (; count < units.length && at + 1 < bytes.length; at += 2) {
      units[count++] = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
    }
    text += String.fromCharCode(...units.subarray(0, count))
  }
  return text
}
