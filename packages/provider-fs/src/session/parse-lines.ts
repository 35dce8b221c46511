import type { JsonLine } from './json-lines.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** Parses lines of JSON; what is not JSON is left out, alone. */
export async function parseLines(lines: AsyncIterable<JsonLine>): Promise<Decoded<unknown>> {
  const values: Placed<unknown>[] = []
  const problems: LineProblem[] = []
  for await (const { number, start, text, isTorn } of lines) {
    if (text === undefined) {
      problems.push({ number, problem: 'is not valid UTF-8' })
      continue
    }
    try {
      values.push({ number, start, value: JSON.parse(text) as unknown })
    } catch {
      const why = isTorn ? 'is not valid JSON and has no line break: it was written in part' : 'is not valid JSON'
      problems.push({ number, problem: why })
    }
  }
  return { values, problems }
}
