import { isObject, mustReadFormat, type NewCompaction } from '@lamella/core/plugin'
import { readSessionLines } from '@lamella/store'
import { readRecord, type SessionRecord } from '../session-store/record.ts'
import { fileFormat } from '../session-store/session-file.ts'
import { wholeAtStart } from '../transcripts/source/parse-line.ts'
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
    const { number, start, text, isTorn } = next.value
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
    if (isHead && isObject(value)) {
      const { header, lamella } = value
      if (isObject(header) && header['lamella'] === 'session') {
        mustReadFormat(header['v'], fileFormat('The session file'))
        return parseRecords(lines)
      }
      if (lamella === 'session') return parseExport(text, lines)
    }
    values.push({ number, start, value })
  }
  return { values, problems, recorded: undefined }
}

function whyBroken(isPart: boolean, isTorn: boolean): string {
  if (isPart) return 'has an end that is not valid JSON'
  return isTorn ? 'is not valid JSON and has no line break: it is incomplete' : 'is not valid JSON'
}

/** Returns the contents of an exported session. @throws LamellaError `IMPORT_INVALID` for an incomplete one */
async function parseExport(first: string, rest: AsyncIterable<JsonLine>): Promise<ParsedLines> {
  const starts: number[] = []
  async function* texts(): AsyncGenerator<string> {
    yield first
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
  return { values, problems: [], recorded: { compactions } }
}

/** Returns the contents of a store's file, without damaged records and those of an incomplete append at its end. */
async function parseRecords(lines: AsyncIterable<JsonLine>): Promise<ParsedLines> {
  const values: Placed<unknown>[] = []
  const problems: LineProblem[] = []
  const compactions: NewCompaction[] = []
  let last: SessionRecord | undefined
  for await (const { number, start, text } of lines) {
    const record = text === undefined ? undefined : readRecord(Buffer.from(text))
    if (!record) {
      problems.push({ number, problem: 'is damaged: its checksum does not hold' })
      continue
    }
    const { message, compaction, pos: position } = record
    if (message) values.push({ number, start, position, value: message })
    if (compaction) compactions.push(compaction)
    last = record
  }
  const [part, parts] = last?.part ?? [1, 1]
  for (const { number } of part === parts ? [] : values.splice(-part)) {
    problems.push({ number, problem: 'belongs to an incomplete append' })
  }
  return { values, problems, recorded: { compactions } }
}
