import type { CharClasses } from './char-class.ts'
import type { Scan } from './scan.ts'

/** Bytes that may be read behind a text: a word, and the 0. */
const behind = 8
/** Bytes of the largest buffer that is kept for the next text. A longer text gets one that goes when it is done. */
const mostKept = 1 << 22

interface Buffer extends Scan {
  end: number
}

/**
 * Makes the function that writes a text in UTF-8, lone surrogates as U+FFFD. What it gives is good until it is called again.
 */
export function createReader(classes: CharClasses): (text: string) => Scan {
  const utf8 = new TextEncoder()
  let kept = createBuffer(classes, 1 << 16)
  return (text) => {
    const most = 3 * text.length + behind
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
