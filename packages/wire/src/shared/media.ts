import type { DataContent } from '@lamella/core'
import { toBase64 } from './base64.ts'

/** Where the bytes of an image or file are. */
export type Media =
  | { readonly kind: 'url'; readonly url: string }
  /** `mediaType` is the one that a data URL names. */
  | { readonly kind: 'data'; readonly base64: string; readonly mediaType: string | undefined }
  | { readonly kind: 'unusable'; readonly why: string }

// Base64 has no colon, so a text with a scheme is a URL.
const scheme = /^([a-z][a-z0-9+.-]*):/i
const dataUrl = /^data:([^;,]*)(?:;[^;,]*)*?(;base64)?,/i

/** Reads what a part carries: bytes, base64 text, a data URL or a URL (as text or as an object). */
export function readMedia(content: DataContent | URL): Media {
  if (content instanceof Uint8Array) return fromBase64(toBase64(content), undefined)
  if (content instanceof ArrayBuffer) return fromBase64(toBase64(new Uint8Array(content)), undefined)
  if (content instanceof URL) return fromText(content.href)
  if (typeof content === 'string') return fromText(content)
  return { kind: 'unusable', why: 'it is neither bytes nor text' }
}

function fromText(text: string): Media {
  const name = scheme.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return fromBase64(text, undefined)
  if (name === 'http' || name === 'https') return { kind: 'url', url: text }
  if (name !== 'data') return { kind: 'unusable', why: `a ${name}: URL cannot be reached by the provider` }
  const head = dataUrl.exec(text)
  if (head?.[2] === undefined) return { kind: 'unusable', why: 'its data URL is not base64' }
  return fromBase64(text.slice(head[0].length), head[1]?.toLowerCase())
}

function fromBase64(base64: string, mediaType: string | undefined): Media {
  if (base64 === '') return { kind: 'unusable', why: 'it is empty' }
  return { kind: 'data', base64, mediaType: mediaType === '' ? undefined : mediaType }
}
