import type { Message } from '@lamella/core'
import { messageProblem, toMessage } from './message-problem.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** Checks canonical messages one by one; what is not one is left out, alone. */
export function decodeCanonical(lines: readonly Placed<unknown>[]): Decoded<Message> {
  const values: Placed<Message>[] = []
  const problems: LineProblem[] = []
  for (const line of lines) {
    const problem = messageProblem(line.value)
    if (problem === undefined) values.push({ ...line, value: toMessage(line.value) })
    else problems.push({ number: line.number, problem })
  }
  return { values, problems }
}
