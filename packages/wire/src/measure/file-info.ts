import type { DataContent, ProviderOptions } from '@lamella/core'
import { bytesOf, dataStart, type FileData } from '@lamella/core/plugin'
import { byteReader } from './byte-reader.ts'
import { inflate } from './inflate.ts'
import { mediaSeconds } from './media-seconds.ts'

/** The properties of a file that is neither text nor an image. */
export interface FileInfo {
  readonly kind: 'pdf' | 'audio' | 'video' | 'other'
  /** Its bytes, base64 or URL; `undefined` for an uploaded file. */
  readonly data: DataContent | URL | undefined
  readonly mediaType: string
  /** The part's provider options. `providerOptions.media` may have its `pages`, `seconds` and `caption`. */
  readonly providerOptions: ProviderOptions | undefined
  /** Bytes; `undefined` if they are elsewhere. */
  readonly bytes: number | undefined
  /** Pages of a PDF, from `providerOptions.media` or the file; `undefined` if neither has them. */
  readonly pages: number | undefined
  /** Length of audio or video in seconds, from the same sources. */
  readonly seconds: number | undefined
}

/**
 * Returns the properties of a file: its kind by its media type, pages or seconds from `providerOptions.media` or its bytes.
 *
 * @example
 * fileInfo({ data: pdf, mediaType: 'application/pdf' }).pages // 12
 */
export function fileInfo({ data, mediaType, providerOptions }: FileData): FileInfo {
  const type = typeof mediaType === 'string' ? mediaType.toLowerCase() : ''
  const kind = /^application\/pdf\b/.test(type) ? 'pdf' : /^(audio|video)\//.test(type) ? kindOf(type) : 'other'
  const bytes = data === undefined ? undefined : byteLength(data)
  const { pages, seconds } = providerOptions?.['media'] ?? {}
  return {
    kind,
    data,
    mediaType: type,
    providerOptions,
    bytes,
    pages: kind === 'pdf' ? (given(pages) ?? readPages(data)) : undefined,
    seconds: kind === 'audio' || kind === 'video' ? (given(seconds) ?? readSeconds(data, bytes)) : undefined,
  }
}

function kindOf(type: string): 'audio' | 'video' {
  return type.startsWith('audio/') ? 'audio' : 'video'
}

/** A number that somebody else wrote. */
function given(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < 1e7 ? value : undefined
}

function readPages(data: DataContent | URL | undefined): number | undefined {
  const bytes = data === undefined ? undefined : bytesOf(data)
  return bytes && pdfPages(bytes)
}

function readSeconds(data: DataContent | URL | undefined, length: number | undefined): number | undefined {
  const at = data === undefined ? undefined : byteReader(data)
  return at && length !== undefined ? mediaSeconds(at, length) : undefined
}

/** Returns the bytes of data; `undefined` for those at a URL. */
function byteLength(data: DataContent | URL): number | undefined {
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return data.byteLength
  const text = data instanceof URL ? data.href : data
  const start = typeof text === 'string' ? dataStart(text) : undefined
  if (start === undefined) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor(((text.length - start) * 3) / 4) - padding
}

/** Files are not read beyond this size, and streams in them not decompressed beyond it. */
const most = 64 * 1_024 * 1_024

/**
 * Returns the number of pages of a PDF: of the objects that are pages, also in compressed object streams. A file that was edited may
 * have some twice, which is counted too high. `undefined` if none can be read: encrypted, damaged, not a PDF.
 *
 * Source: ISO 32000-1, 7.5.7 (object streams), 7.7.3.3 (page objects).
 */
function pdfPages(bytes: Uint8Array): number | undefined {
  if (bytes.length > most) return undefined
  const text = latin1(bytes)
  if (!text.slice(0, 1_024).includes('%PDF-')) return undefined
  let pages = pagesIn(text)
  let left = most
  for (const { index } of text.matchAll(/\/Type\s*\/ObjStm\b/g)) {
    const found = /stream\r?\n/g
    found.lastIndex = index
    const start = found.exec(text)
    if (start === null || start.index > index + 1_024) continue
    const from = start.index + start[0].length
    const end = text.indexOf('endstream', from)
    const inflated = inflate(bytes.subarray(from, end < 0 ? bytes.length : end), left)
    if (inflated === undefined) continue
    left -= inflated.length
    pages += pagesIn(latin1(inflated))
  }
  return pages === 0 ? undefined : pages
}

function pagesIn(text: string): number {
  return Array.from(text.matchAll(/\/Type\s*\/Page(?![A-Za-z])/g)).length
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}
