import { isLamellaError } from '@lamella/core'
import { encodingOf, fileChunks, limited, tooLarge } from './input-chunks.ts'
import type { Input } from './io.ts'
import { cliError, codeOf } from './problem.ts'

/** Read limits, in bytes. */
export interface LineLimits {
  /** Limit for everything. Default 1 GiB. */
  readonly maxBytes?: number
  /** Approximate limit for one line. Default 128 MiB. */
  readonly maxLine?: number
}

/**
 * Yields the lines of a regular file, or of standard input for `-`, without their line breaks. Only a line feed ends a
 * line: JSON may contain other characters that some programs treat as line breaks.
 *
 * @throws LamellaError `IMPORT_UNREADABLE` when it cannot be read, or is neither UTF-8 nor UTF-16 with its
 * mark; `INPUT_TOO_LARGE`
 */
export async function* textLines(file: string, stdin: Input, limits: LineLimits = {}): AsyncGenerator<string> {
  const { maxBytes = 1024 ** 3, maxLine = 128 * 1024 ** 2 } = limits
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let held: string[] = []
  let heldBytes = 0
  try {
    for await (const chunk of limited(file === '-' ? stdin : fileChunks(file), file, maxBytes)) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n')
      held.push(first)
      heldBytes += chunk.length
      if (heldBytes > maxLine && others.length === 0) throw tooLarge(file, maxLine, 'line')
      for (const next of others) {
        yield trimmed(held)
        held = [next]
        heldBytes = next.length
      }
    }
    held.push(decoder?.decode() ?? '')
  } catch (cause) {
    throw isLamellaError(cause) ? cause : unreadable(file, cause)
  }
  const last = trimmed(held)
  if (last !== '') yield last
}

/** Joins the pieces of a line, without a Windows editor's trailing `\r`. */
function trimmed(pieces: readonly string[]): string {
  return pieces.join('').replace(/\r$/, '')
}

/** Creates the error for data that cannot be read. */
export function unreadable(file: string, cause: unknown): Error {
  const code = codeOf(cause)
  const what = file === '-' ? 'Standard input' : `The file '${file}'`
  const why = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is neither UTF-8 nor UTF-16' : code
  const fix = 'Check the path, and make sure it is a readable text file.'
  return cliError('IMPORT_UNREADABLE', `${what} cannot be read (${why}).`, fix, { file }, cause)
}
