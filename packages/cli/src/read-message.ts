import { limited, textOf } from './input-chunks.ts'
import type { Io } from './io.ts'

/** More than the largest window could hold. */
const maxBytes = 32 * 1024 ** 2

/**
 * The new message: as it was given, or all of standard input for `-`, without the line break at its end.
 *
 * @throws LamellaError `INPUT_TOO_LARGE`
 */
export async function readMessage(given: string | undefined, stdin: Io['stdin']): Promise<string | undefined> {
  return given === '-' ? (await textOf(limited(stdin, '-', maxBytes))).replace(/\r?\n$/, '') : given
}
