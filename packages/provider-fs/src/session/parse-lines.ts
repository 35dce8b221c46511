import type { NewCompaction } from '@lamella/core/store'
import type { SessionRecord } from '../session-store/record.ts'
import { decodeExport, isExportHeader } from './decode-export.ts'
import { decodeRecord, isStoreHeader, withoutUnfinished } from './decode-store.ts'
import type { JsonLine } from './json-lines.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** What a file has, before its messages are checked. */
export interface ParsedLines extends Decoded<unknown> {
  /** What the store that has written the file knows beside the messages, oldest first; `undefined` for any other file. */
  readonly recorded: { readonly compactions: readonly NewCompaction[] } | undefined
}

/**
 * Parses lines of JSON; what is not JSON is left out, alone. Of a file that `fileSessions` has written, and of an exported
 * session, it gives the messages and the compactions.
 *
 * @throws LamellaError `IMPORT_INVALID` for an exported session that is not whole
 */
export async function parseLines(lines: AsyncGenerator<JsonLine>): Promise<ParsedLines> {
  const values: Placed<unknown>[] = []
  const problems: LineProblem[] = []
  let isFirst = true
  // Not `for await`, which would end the lines that a decoder goes on with.
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value
    const { number, start, text, isTorn } = line
    const isHead = isFirst
    isFirst = false
    if (text === undefined) {
      problems.push({ number, problem: 'is not valid UTF-8' })
      continue
    }
    try {
      const value: unknown = JSON.parse(text)
      if (isHead && isStoreHeader(value)) return parseRecords(lines)
      if (isHead && isExportHeader(value)) return parseExport(line, lines)
      values.push({ number, start, value })
    } catch {
      const why = isTorn ? 'is not valid JSON and has no line break: it was written in part' : 'is not valid JSON'
      problems.push({ number, problem: why })
    }
  }
  return { values, problems, recorded: undefined }
}

async function parseExport(first: JsonLine, rest: AsyncGenerator<JsonLine>): Promise<ParsedLines> {
  const { values, compactions } = await decodeExport(first, rest)
  return { values, problems: [], recorded: { compactions } }
}

async function parseRecords(lines: AsyncIterable<JsonLine>): Promise<ParsedLines> {
  const values: Placed<unknown>[] = []
  const problems: LineProblem[] = []
  const compactions: NewCompaction[] = []
  let last: SessionRecord | undefined
  for await (const line of lines) {
    const decoded = decodeRecord(line)
    values.push(...decoded.values)
    problems.push(...decoded.problems)
    if (decoded.record?.compaction) compactions.push(decoded.record.compaction)
    last = decoded.record ?? last
  }
  const whole = withoutUnfinished(values, last)
  return { values: whole.values, problems: [...problems, ...whole.problems], recorded: { compactions } }
}
