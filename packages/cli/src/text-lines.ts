import { createReadStream } from 'node:fs'
import type { Input } from './io.ts'
import { cliError } from './problem.ts'

/**
 * The lines of a file, or of standard input for `-`, without their line breaks. Nothing but a line feed ends a line: JSON has
 * other characters that some take for one.
 *
 * @throws LamellaError `IMPORT_UNREADABLE` when it cannot be read, or is not UTF-8
 */
export async function* textLines(file: string, stdin: Input): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let held: string[] = []
  try {
    for await (const chunk of file === '-' ? stdin : createReadStream(file)) {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
      const [first = '', ...others] = text.split('\n')
      held.push(first)
      for (const next of others) {
        yield trimmed(held)
        held = [next]
      }
    }
    held.push(decoder.decode())
  } catch (cause) {
    throw unreadable(file, cause)
  }
  const last = trimmed(held)
  if (last !== '') yield last
}

/** A line in its pieces as one text, also of a file that an editor on Windows has saved. */
function trimmed(pieces: readonly string[]): string {
  return pieces.join('').replace(/\r$/, '')
}

function unreadable(file: string, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
  const what = file === '-' ? 'Standard input' : `The file '${file}'`
  const why = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : code
  const fix = 'Check the path, and that it is a readable text file.'
  return cliError('IMPORT_UNREADABLE', `${what} cannot be read (${why}).`, fix, { file }, cause)
}
