import type { CharClasses } from './char-class.ts'
import type { Scan } from './scan.ts'

/** The number of bytes that may be read past a text: a word, and the 0. */
const readAhead = 8
/** The size in bytes of the largest buffer kept for the next text. A longer text gets a temporary one. */
const mostKept = 1 << 22

interface Buffer extends Scan {
  end: number
}

/**
 * Creates the function that writes a text as UTF-8, lone surrogates as U+FFFD. Its result is valid until the next call.
 */
export function createReader(classes: CharClasses): (text: string) => Scan {
  const utf8 = new TextEncoder()
  let kept = createBuffer(classes, 1 << 16)
  return (text) => {
    const most = 3 * text.length + readAhead
    const isKept = most <= kept.bytes.length
    const buffer = isKept ? kept : createBuffer(classes, Math.max(most, Math.min(2 * kept.bytes.length, mostKept)))
    if (!isKept && buffer.bytes.length <= mostKept) kept = buffer
    buffer.end = utf8.encodeInto(text, buffer.bytes).written
    buffer.bytes[buffer.end] = 0
    return buffer
  }
}

function createBuffer(classes: CharClasses, size: number): Buffer {
  const bytes = new Uint8Array(size)
  return { classes, bytes, view: new DataView(bytes.buffer), end: 0 }
}
