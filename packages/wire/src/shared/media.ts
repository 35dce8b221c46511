import type { DataContent } from '@lamella/core'
import { bytesOfBase64, normalBase64, toBase64 } from './base64.ts'
import { dataUrlHead, decodeUri } from './data-url.ts'
import { cleanText, type Ledger, lose, mend } from './ledger.ts'

/** Where the bytes of an image or file are. */
export type Media =
  | { readonly kind: 'url'; readonly url: string }
  /** Standard base64. `mediaType` comes from the data URL. */
  | { readonly kind: 'data'; readonly base64: string; readonly mediaType: string | undefined }
  | { readonly kind: 'unusable'; readonly why: string }

// Base64 has no colon, so a text with a scheme is a URL.
const scheme = /^([a-z][a-z0-9+.-]*):/i

/**
 * Reads the content of a part: bytes, base64 text, a data URL or a URL (as a string or an object). Rewrites base64 in
 * an unusual form, and reports this; text that does not decode to bytes is unusable.
 *
 * Source: "invalid base64 data" (400, anthropics/anthropic-sdk-typescript#603, openclaw/openclaw#18219).
 */
export function readMedia(ledger: Ledger, content: DataContent | URL): Media {
  if (content instanceof Uint8Array) return fromBytes(content)
  if (content instanceof ArrayBuffer) return fromBytes(new Uint8Array(content))
  if (content instanceof URL) return fromText(ledger, content.href)
  if (typeof content === 'string') return fromText(ledger, content)
  return { kind: 'unusable', why: 'it is neither bytes nor text' }
}

function fromBytes(bytes: Uint8Array): Media {
  if (bytes.length === 0) return { kind: 'unusable', why: 'it is empty' }
  return { kind: 'data', base64: toBase64(bytes), mediaType: undefined }
}

function fromText(ledger: Ledger, text: string): Media {
  const name = scheme.exec(text.slice(0, 64))?.[1]?.toLowerCase()
  if (name === undefined) return fromBase64(ledger, text, undefined)
  if (name === 'http' || name === 'https') return { kind: 'url', url: text }
  if (name !== 'data') return { kind: 'unusable', why: `a ${name}: URL cannot be reached by the provider` }
  const head = dataUrlHead(text)
  if (!head?.isBase64) return { kind: 'unusable', why: 'its data URL is not base64' }
  return fromBase64(ledger, text.slice(head.start), head.mediaType.toLowerCase())
}

function fromBase64(ledger: Ledger, text: string, mediaType: string | undefined): Media {
  if (text.trim() === '') return { kind: 'unusable', why: 'it is empty' }
  // A data URL may escape any of its characters, such as %3D for the padding.
  const base64 = normalBase64(decodeUri(text) ?? text)
  if (base64 === undefined) return { kind: 'unusable', why: 'it is not base64' }
  if (base64 !== text) mend(ledger, 'base64', 'The base64 is rewritten in standard form.')
  return { kind: 'data', base64, mediaType: mediaType === '' ? undefined : mediaType }
}

/**
 * Returns the id of an uploaded file: from the options, or data that is an id. Reports an option that is not a valid
 * id, and falls back to the data.
 */
export function uploadedId(ledger: Ledger, given: unknown, data: unknown, ids: RegExp): string | undefined {
  if (typeof given === 'string' && given.trim() !== '') return cleanText(ledger, given)
  if (given !== undefined && given !== null) {
    lose(ledger, 'provider-options', 'The option fileId is no file id: the data is sent.')
  }
  return typeof data === 'string' && ids.test(data) ? data : undefined
}

/** Decodes standard base64 as UTF-8 text. */
export function decodeText(ledger: Ledger, base64: string): string {
  const bytes = bytesOfBase64(base64)
  try {
    return cleanText(ledger, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    lose(ledger, 'value', 'Bytes of the file that are not valid UTF-8 became U+FFFD.')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
}
