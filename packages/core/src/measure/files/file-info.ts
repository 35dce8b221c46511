import type { FileData, FileInfo } from '../../contract/media.ts'
import type { DataContent } from '../../contract/message.ts'
import { byteReader } from '../byte-reader.ts'
import { bytesOf } from '../data-bytes.ts'
import { dataStart } from '../data-start.ts'
import { mediaSeconds } from './media-seconds.ts'
import { pdfPages } from './pdf-pages.ts'

/**
 * Returns what is known of a file: its kind by its media type, pages or seconds from `providerOptions.media` or its bytes.
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

/** Returns the bytes of data; `undefined` for those behind a URL. */
function byteLength(data: DataContent | URL): number | undefined {
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return data.byteLength
  const text = data instanceof URL ? data.href : data
  const start = typeof text === 'string' ? dataStart(text) : undefined
  if (start === undefined) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor(((text.length - start) * 3) / 4) - padding
}
