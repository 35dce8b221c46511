import { mustReadFormat, type NewCompaction } from '@lamella/core/plugin'
import type { SessionRecord } from '../session-store/record.ts'
import { fileFormat } from '../session-store/session-file.ts'
import { wholeAtStart } from '../transcripts/source/parse-line.ts'
import { decodeExport, isExportHeader } from './decode-export.ts'
import { decodeRecord, isStoreHeader, withoutUnfinished } from './decode-store.ts'
import type { JsonLine } from './json-lines.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** The contents of a file, before its messages are checked. */
export interface ParsedLines extends Decoded<unknown> {
  /** The compactions that the store recorded, oldest first; `undefined` for any file that no store has written. */
  readonly recorded: { readonly compactions: readonly NewCompaction[] } | undefined
}

/**
 * Parses lines of JSON; leaves out only what is not JSON. A line that lost its line break has two messages. From a file written by
 * `fileSessions`, or an exported session, returns the messages and the compactions.
 *
 * @throws LamellaError `IMPORT_INVALID` for an incomplete exported session, `FORMAT_NEWER`
 */
export async function parseLines(lines: AsyncGenerator<JsonLine>): Promise<ParsedLines> {
  const values: Placed<unknown>[] = []
  const problems: LineProblem[] = []
  let isFirst = true
  // Not `for await`, which would close the lines that a decoder still reads.
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value
    const { number, start, text, isTorn } = line
    const isHead = isFirst
    isFirst = false
    if (text === undefined) {
      problems.push({ number, problem: 'is not valid UTF-8', isTorn })
      continue
    }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // Not the objects that it ends with: they may be inside a torn one.
      const { values: whole, end } = wholeAtStart(text)
      for (const one of whole) values.push({ number, start, value: one })
      if (end < text.length) problems.push({ number, problem: whyBroken(whole.length > 0, isTorn), isTorn })
      continue
    }
    if (isHead && isStoreHeader(value)) {
      mustReadFormat(value.header['v'], fileFormat('The session file'))
      return parseRecords(lines)
    }
    if (isHead && isExportHeader(value)) return parseExport(line, lines)
    values.push({ number, start, value })
  }
  return { values, problems, recorded: undefined }
}

function whyBroken(isPart: boolean, isTorn: boolean): string {
  if (isPart) return 'has an end that is not valid JSON'
  return isTorn ? 'is not valid JSON and has no line break: it is incomplete' : 'is not valid JSON'
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
    for (const value of decoded.values) values.push(value)
    for (const problem of decoded.problems) problems.push(problem)
    if (decoded.record?.compaction) compactions.push(decoded.record.compaction)
    last = decoded.record ?? last
  }
  const whole = withoutUnfinished(values, last)
  return { values: whole.values, problems: [...problems, ...whole.problems], recorded: { compactions } }
}
