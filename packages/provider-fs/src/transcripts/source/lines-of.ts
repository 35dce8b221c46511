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
  if (typeof input === 'string') return yield* input.split('\n')
  const decoder = new TextDecoder()
  let held: string[] = []
  let isHolding = false
  for await (const piece of input) {
    if (typeof piece === 'string') {
      // A piece of text is one line, or several.
      yield* piece.replace(/\r?\n$/, '').split('\n')
      continue
    }
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n')
    isHolding = true
    held.push(first)
    for (const next of others) {
      yield held.join('')
      held = [next]
    }
  }
  if (isHolding) yield held.join('') + decoder.decode()
}

const nul = 0

function trimmed(line: string): string {
  let start = 0
  while (line.charCodeAt(start) === nul) start++
  return line.slice(start, line.endsWith('\r') ? -1 : undefined)
}
