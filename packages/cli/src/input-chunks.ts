import type { Input } from './io.ts'
import { openRegular } from './open-regular.ts'
import { cliError } from './problem.ts'
import { bytes } from './text/words.ts'

/**
 * The bytes of a regular file, piece by piece.
 *
 * @throws what `openRegular` throws, when the first piece is asked for
 */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await openRegular(path)
  try {
    yield* file.createReadStream({ autoClose: false })
  } finally {
    await file.close()
  }
}

/**
 * The same pieces, as long as they are no more than so many bytes together, whatever a file says of its size.
 *
 * @param name Of the file, or `-` for standard input.
 * @throws LamellaError `INPUT_TOO_LARGE`
 */
export async function* limited(
  chunks: Input | AsyncIterable<Uint8Array>,
  name: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let read = 0
  for await (const chunk of chunks) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    read += piece.length
    if (read > maxBytes) throw tooLarge(name, maxBytes)
    yield piece
  }
}

/** All pieces as text. What is not UTF-8 becomes U+FFFD. */
export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/** The error for a file, or standard input, that goes on after its limit. */
export function tooLarge(file: string, maxBytes: number, part: 'whole' | 'line' = 'whole'): Error {
  const what = file === '-' ? 'Standard input' : `The file '${file}'`
  const message = `${what} ${part === 'line' ? 'has a line that is' : 'is'} larger than ${bytes(maxBytes)}.`
  const fix = 'Check that it is the file you mean, and split it if it is.'
  return cliError('INPUT_TOO_LARGE', message, fix, { file, maxBytes })
}
