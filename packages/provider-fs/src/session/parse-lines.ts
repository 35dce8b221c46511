import type { SessionRecord } from '../session-store/record.ts'
import { decodeRecord, isStoreHeader, withoutUnfinished } from './decode-store.ts'
import type { JsonLine } from './json-lines.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/**
 * Parses lines of JSON; what is not JSON is left out, alone. Of a file that `fileSessions` has written it gives the messages
 * in the records.
 */
export async function parseLines(lines: AsyncIterable<JsonLine>): Promise<Decoded<unknown>> {
  const values: Placed<unknown>[] = []
  const problems: LineProblem[] = []
  let isStore = false
  let last: SessionRecord | undefined
  for await (const line of lines) {
    const { number, start, text, isTorn } = line
    if (isStore) {
      const decoded = decodeRecord(line)
      values.push(...decoded.values)
      problems.push(...decoded.problems)
      last = decoded.record ?? last
      continue
    }
    if (text === undefined) {
      problems.push({ number, problem: 'is not valid UTF-8' })
      continue
    }
    try {
      const value: unknown = JSON.parse(text)
      isStore = number === 1 && isStoreHeader(value)
      if (!isStore) values.push({ number, start, value })
    } catch {
      const why = isTorn ? 'is not valid JSON and has no line break: it was written in part' : 'is not valid JSON'
      problems.push({ number, problem: why })
    }
  }
  const whole = withoutUnfinished(values, last)
  return { values: whole.values, problems: [...problems, ...whole.problems] }
}
