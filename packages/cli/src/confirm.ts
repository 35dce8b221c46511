import type { Io } from './io.ts'
import { plain } from './plain.ts'
import { cliError } from './problem.ts'
import { textLines } from './text-lines.ts'

/**
 * Asks the user at the terminal to confirm an action that cannot be undone.
 *
 * @throws LamellaError `NOT_CONFIRMED` when the answer is no, or there is no terminal
 */
export async function confirm(question: string, { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): Promise<void> {
  if (stdin.isTTY !== true) {
    const message = 'This cannot be undone, and there is no terminal to confirm it.'
    throw cliError('NOT_CONFIRMED', message, 'Pass --yes to confirm.', {})
  }
  stderr.write(`${plain(question)} This cannot be undone. [y/N] `)
  for await (const answer of textLines('-', stdin)) {
    if (/^\s*y(es)?\s*$/i.test(answer)) return
    break
  }
  throw cliError('NOT_CONFIRMED', 'Nothing was deleted.', 'Answer y to confirm, or pass --yes.', {})
}
