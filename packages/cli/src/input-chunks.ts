import { isLamellaError } from '@lamella/core'
import type { Input } from './io.ts'
import { openRegular } from './open-regular.ts'
import { cliError, codeOf } from './problem.ts'
import { bytes } from './text/words.ts'

/**
 * Yields the bytes of a regular file, piece by piece.
 *
 * @throws the errors of `openRegular`, when the first piece is requested
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
 * Yields the same pieces up to a total number of bytes, whatever size the file reports.
 *
 * @param name Name of the file, or `-` for standard input.
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

/** Joins all pieces as text, without a byte order mark. What is not valid in its encoding becomes U+FFFD. */
export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let text = ''
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    text += decoder.decode(chunk, { stream: true })
  }
  return text + (decoder?.decode() ?? '')
}

/** Returns the encoding that the first bytes say, as for the files of a workspace. Default UTF-8. */
export function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * Reads a regular file as text.
 *
 * @param unreadable Makes the error for a file that cannot be read, from the system's code.
 * @throws LamellaError `INPUT_TOO_LARGE`
 */
export async function readText(
  file: string,
  maxBytes: number,
  unreadable: (code: string, cause: unknown) => Error,
): Promise<string> {
  try {
    return await textOf(limited(fileChunks(file), file, maxBytes))
  } catch (cause) {
    throw isLamellaError(cause) ? cause : unreadable(codeOf(cause), cause)
  }
}

/** Parses JSON. */
export function parseJson(text: string, invalid: (problem: string, cause: unknown) => Error): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid(`is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
}

/** Creates the error for a file or standard input over its limit. */
export function tooLarge(file: string, maxBytes: number, part: 'whole' | 'line' = 'whole'): Error {
  const what = file === '-' ? 'Standard input' : `The file '${file}'`
  const message = `${what} ${part === 'line' ? 'has a line that is' : 'is'} larger than ${bytes(maxBytes)}.`
  const fix = 'Check that this is the right file, and split it if so.'
  return cliError('INPUT_TOO_LARGE', message, fix, { file, maxBytes })
}
