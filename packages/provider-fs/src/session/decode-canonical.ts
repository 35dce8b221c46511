import type { Message } from '@lamella/core'
import { messageProblem } from '@lamella/core/plugin'
import { known } from '../json.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** Checks canonical messages one by one; leaves out only values that are not messages. */
export function decodeCanonical(lines: readonly Placed<unknown>[]): Decoded<Message> {
  const values: Placed<Message>[] = []
  const problems: LineProblem[] = []
  for (const line of lines) {
    const found = messageProblem(line.value)
    if (found === undefined) {
      // Without the extra keys of a log.
      const { role, content, providerOptions } = line.value as Message
      values.push({ ...line, value: known({ role, content, providerOptions }) as Message })
    } else {
      const { path, problem } = found
      const sentence = path === '' ? problem : `is not a message: ${path.replace(/^\./, '')} ${problem}`
      problems.push({ number: line.number, problem: sentence })
    }
  }
  return { values, problems }
}
