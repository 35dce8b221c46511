import { isObject, type NewCompaction } from '@lamella/core/plugin'
import { readSessionLines } from '@lamella/store'
import type { JsonLine } from './json-lines.ts'
import type { Placed } from './placed.ts'

/** Checks whether a line is the first one that `export` of a session store yields. */
export function isExportHeader(value: unknown): boolean {
  return isObject(value) && value['lamella'] === 'session'
}

/**
 * Returns the messages and compactions of an exported session. Rejects incomplete exports.
 *
 * @param rest The lines after the first.
 * @throws LamellaError `IMPORT_INVALID`
 */
export async function decodeExport(
  first: JsonLine,
  rest: AsyncIterable<JsonLine>,
): Promise<{ readonly values: readonly Placed<unknown>[]; readonly compactions: readonly NewCompaction[] }> {
  const starts: number[] = []
  async function* texts(): AsyncGenerator<string> {
    yield first.text ?? ''
    for await (const { start, text } of rest) {
      starts.push(start)
      // Bytes that are not UTF-8 cannot be a line of an export either.
      yield text ?? ''
    }
  }
  const { messages, compactions } = await readSessionLines(texts())
  const values = messages.map(({ text }, position): Placed<unknown> => {
    return { number: position + 2, start: starts[position] ?? 0, position, value: JSON.parse(text) }
  })
  return { values, compactions }
}
