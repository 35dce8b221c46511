import { bytesOfBase64, sniffImage } from './base64.ts'

/**
 * File signatures, as Latin-1 text at a position of the bytes. Source: WHATWG, "MIME Sniffing", 6; RFC 3533 (Ogg); RFC 9639
 * (FLAC); ISO/IEC 23008-12, 10 (HEIC). `imageSize` needs more of an image than its start.
 */
const signatures: readonly (readonly [mediaType: string, at: number, ...texts: string[]])[] = [
  ['application/pdf', 0, '%PDF-'],
  ['audio/mpeg', 0, 'ID3', '\xff\xfb', '\xff\xf3', '\xff\xf2'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/mp4', 4, 'ftypM4A '],
  ['video/mp4', 4, 'ftypisom', 'ftypmp4'],
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftyphei', 'ftypmif1'],
  ['image/tiff', 0, 'II*\0', 'MM\0*'],
]

/** The number of base64 characters to inspect. */
const looked = 1_024

/** Returns the media type of a file by its first bytes, given as standard base64; UTF-8 text is `text/plain`. */
export function typeByBytes(base64: string): string | undefined {
  const image = sniffImage(base64)
  if (image !== undefined) return image
  const bytes = bytesOfBase64(base64.slice(0, looked))
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (head.startsWith('RIFF') && head.startsWith('WAVE', 8)) return 'audio/wav'
  const found = signatures.find(([, at, ...texts]) => texts.some((text) => head.startsWith(text, at)))
  return found?.[0] ?? typeOfText(bytes)
}

// Characters that text never contains, but other files usually do early on.
const control = /[^\P{Cc}\t\n\f\r]/u

function typeOfText(bytes: Uint8Array): string | undefined {
  try {
    // The last character may be truncated.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return control.test(text) ? undefined : 'text/plain'
  } catch {
    return undefined
  }
}
