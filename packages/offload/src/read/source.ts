import type { BlobInfo } from '@lamella/store'
import { isUtf16, textOf } from '../aside/content.ts'
import type { Place } from '../aside/session-key.ts'
import { outOfPair, piecesOf } from '../pieces.ts'
import type { Work } from './work.ts'

/** A text that can be read in parts. */
export interface Source {
  /** The handle, as the model wrote it. */
  readonly handle: string
  /** Of a content: its size in bytes. Of a text in a message: its UTF-16 units. */
  readonly size: number
  /** Bytes of one unit of its encoding; `undefined` for a text in a message. */
  readonly unit: 1 | 2 | undefined
  /** Returns the parts of the text in order. */
  parts(): AsyncIterable<string>
  /** Returns the characters that begin in a range of `size`. Absent: it can only be searched. */
  range?(start: number, end: number): Promise<string>
}

/** The bytes that are read at a time. */
const step = 1_048_576

/** Returns the source of a text that is in a message. */
export function sourceOfText(handle: string, text: string): Source {
  return {
    handle,
    size: text.length,
    unit: undefined,
    parts: () => piecesOf(text),
    range: async (start, end) => text.slice(outOfPair(text, start), outOfPair(text, end)),
  }
}

/** Returns the source of a content that was put aside. What is read of it depends on what is asked for. */
export function sourceOfBlob(place: Place, handle: string, info: BlobInfo): Source {
  const { blobs, scope, session } = place
  const { id, size, mediaType } = info
  const unit = isUtf16(mediaType) ? 2 : 1
  const range = async (start: number, end: number): Promise<string> => {
    // A few bytes more on both sides show where characters begin.
    const from = Math.max(0, start - 4)
    const bytes = await blobs.read(scope, session, id, { start: from, end: Math.min(size, end + 4) })
    if (bytes === undefined) throw new Error(`The content ${id} was removed while it was read.`)
    const first = characterStart(bytes, start - from, unit)
    const last = end >= size ? bytes.length : characterStart(bytes, end - from, unit)
    return textOf(bytes.subarray(first, last), mediaType)
  }
  return {
    handle,
    size,
    unit,
    parts: async function* () {
      for (let at = 0; at < size; at += step) yield await range(at, Math.min(size, at + step))
    },
    range,
  }
}

/** Moves an index to the beginning of the character that it is in. */
function characterStart(bytes: Uint8Array, index: number, unit: 1 | 2): number {
  let at = Math.min(index, bytes.length)
  if (unit === 1) {
    for (let tries = 0; tries < 3 && at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80; tries++) at--
    return at
  }
  at -= at % 2
  const isLow = ((bytes[at + 1] ?? 0) & 0xfc) === 0xdc
  const isAfterHigh = at >= 2 && ((bytes[at - 1] ?? 0) & 0xfc) === 0xd8
  return isLow && isAfterHigh ? at - 2 : at
}

/** Returns the whole text. */
export async function wholeText(source: Source, work: Work): Promise<string> {
  let text = ''
  for await (const part of source.parts()) {
    text += part
    if (work.add(part.length)) await work.pause()
  }
  return text
}

/** Called with a line and its number, from 1. Returns whether to go on. */
export type OnLine = (line: string, number: number) => boolean | Promise<boolean>

/**
 * Calls a function with each line until it returns false. A line break at the end of a text begins no line. Returns the number of
 * lines that were seen.
 */
export async function eachLine(source: Source, work: Work, onLine: OnLine): Promise<number> {
  let [rest, number] = ['', 0]
  for await (const part of source.parts()) {
    // Reading is not searching: it has no bound but the size of the text.
    if (work.add(part.length)) await work.pause()
    if (!part.includes('\n')) {
      rest += part
      continue
    }
    const lines = (rest + part).split('\n')
    rest = lines.pop() as string
    for (const line of lines) {
      const goesOn = onLine(line, ++number)
      if (!(typeof goesOn === 'boolean' ? goesOn : await goesOn)) return number
    }
  }
  if (rest !== '') await onLine(rest, ++number)
  return number
}
