import { limited, textOf } from './input-chunks.ts'
import type { Io } from './io.ts'

/** More than the largest window can hold. */
const maxBytes = 32 * 1024 ** 2

/**
 * Returns the new message: as given, or all of standard input for `-`, without the final line break.
 *
 * @throws LamellaError `INPUT_TOO_LARGE`
 */
export async function readMessage(given: string | undefined, stdin: Io['stdin']): Promise<string | undefined> {
  return given === '-' ? (await textOf(limited(stdin, '-', maxBytes))).replace(/\r?\n$/, '') : given
}
