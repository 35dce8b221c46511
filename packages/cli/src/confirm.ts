import type { Io } from './io.ts'
import { plain } from './plain.ts'
import { cliError } from './problem.ts'
import { textLines } from './text-lines.ts'

/**
 * Asks the person at the terminal whether something shall be done that cannot be undone.
 *
 * @throws LamellaError `NOT_CONFIRMED` when they say no, or when there is nobody to be asked
 */
export async function confirm(question: string, { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): Promise<void> {
  if (stdin.isTTY !== true) {
    const message = 'This cannot be undone, and nobody is there to be asked.'
    throw cliError('NOT_CONFIRMED', message, 'Say --yes if it is meant.', {})
  }
  stderr.write(`${plain(question)} This cannot be undone. [y/N] `)
  for await (const answer of textLines('-', stdin)) {
    if (/^\s*y(es)?\s*$/i.test(answer)) return
    break
  }
  throw cliError('NOT_CONFIRMED', 'Nothing was deleted.', 'Answer y if it is meant, or say --yes.', {})
}
