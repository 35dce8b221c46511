import type { Message } from '@lamella/core'
import { messageProblem } from '@lamella/core/plugin'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** Checks canonical messages one by one; leaves out only values that are not messages. */
export function decodeCanonical(lines: readonly Placed<unknown>[]): Decoded<Message> {
  const values: Placed<Message>[] = []
  const problems: LineProblem[] = []
  for (const line of lines) {
    const found = messageProblem(line.value)
    if (found === undefined) values.push({ ...line, value: toMessage(line.value as Message) })
    else problems.push({ number: line.number, problem: inWords(found.path, found.problem) })
  }
  return { values, problems }
}

/** Returns the message without the extra keys of a log. */
function toMessage({ role, content, providerOptions }: Message): Message {
  return (providerOptions === undefined ? { role, content } : { role, content, providerOptions }) as Message
}

/** Completes a sentence about a line. */
function inWords(path: string, problem: string): string {
  return path === '' ? problem : `is not a message: ${path.replace(/^\./, '')} ${problem}`
}
