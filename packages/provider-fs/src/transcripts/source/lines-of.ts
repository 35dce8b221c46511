import { type Check, checkOptions } from '@lamella/core/plugin'
import type { TranscriptInput } from '../contract/input.ts'

/**
 * Yields the lines of a session file, without their breaks. Only a line feed ends a line: JSON may have other characters
 * that some programs take for line breaks. One byte order mark and the `\r` before a break are removed, and so are the
 * NULs that a crash leaves at the start of a line.
 */
export async function* linesOf(input: TranscriptInput): AsyncGenerator<string, void, undefined> {
  let isFirst = true
  for await (const line of rawLines(input)) {
    yield trimmed(isFirst ? line.replace(/^\uFEFF/, '') : line)
    isFirst = false
  }
}

async function* rawLines(input: TranscriptInput): AsyncGenerator<string, void, undefined> {
  checkOptions('readTranscripts', { input }, { input: mustBeInput }, ['input'])
  if (typeof input === 'string') return yield* input.split('\n')
  let held: Uint8Array[] = []
  for await (const piece of input) {
    if (typeof piece === 'string') {
      // A piece of text is one line, or several.
      yield* piece.replace(/\r?\n$/, '').split('\n')
      continue
    }
    checkOptions('readTranscripts', { input: piece }, { input: mustHavePieces }, ['input'])
    // Lines are cut as bytes: decoding a whole line is several times faster than decoding a stream.
    let from = 0
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, from)) {
      yield decoded([...held, piece.subarray(from, end)])
      held = []
      from = end + 1
    }
    // A copy: a stream may use its memory again.
    if (from < piece.length) held.push(new Uint8Array(piece.subarray(from)))
  }
  if (held.length > 0) yield decoded(held)
}

const mustBeInput: Check = (value) =>
  typeof value === 'string' || Symbol.iterator in Object(value) || Symbol.asyncIterator in Object(value)
    ? undefined
    : 'must be the text of a file, its lines, or its bytes in pieces'
const mustHavePieces: Check = (piece) =>
  piece instanceof Uint8Array ? undefined : 'must have lines or pieces of bytes only'

const lineFeed = 0x0a
// The mark at the beginning of the file is removed with the lines.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decoded(pieces: readonly Uint8Array[]): string {
  const [only] = pieces
  if (only && pieces.length === 1) return decoder.decode(only)
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return decoder.decode(bytes)
}

const nul = 0

function trimmed(line: string): string {
  let start = 0
  while (line.charCodeAt(start) === nul) start++
  return line.slice(start, line.endsWith('\r') ? -1 : undefined)
}
