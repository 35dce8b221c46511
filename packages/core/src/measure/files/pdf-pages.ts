import { inflate } from './inflate.ts'

/** Files are not read beyond this size, and streams in them not decompressed beyond it. */
const most = 64 * 1_024 * 1_024

/**
 * Returns the number of pages of a PDF: of the objects that are pages, also in compressed object streams. A file that was edited may
 * have some twice, which is counted too high. `undefined` if none can be read: encrypted, damaged, not a PDF.
 *
 * Source: ISO 32000-1, 7.5.7 (object streams), 7.7.3.3 (page objects).
 */
export function pdfPages(bytes: Uint8Array): number | undefined {
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
