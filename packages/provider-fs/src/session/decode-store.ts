import { isObject } from '@lamella/core/plugin'
import { readRecord, type SessionRecord } from '../session-store/record.ts'
import type { JsonLine } from './json-lines.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** Whether a line is the first one of a file that `fileSessions` has written. */
export function isStoreHeader(value: unknown): boolean {
  return isObject(value) && isObject(value['header']) && value['header']['lamella'] === 'session'
}

/**
 * The messages in the records of such a file. A record whose checksum does not hold, or that belongs to an append that was
 * never finished, is left out; headers and compactions are no messages.
 */
export function decodeRecord(line: JsonLine): Decoded<unknown> & { readonly record: SessionRecord | undefined } {
  const record = line.text === undefined ? undefined : readRecord(Buffer.from(line.text))
  const { number, start } = line
  if (!record) return { record, values: [], problems: [{ number, problem: 'is damaged: its checksum does not hold' }] }
  const { message, pos: position } = record
  return { record, values: message ? [{ number, start, position, value: message }] : [], problems: [] }
}

/** The records of a file without those of an append at its end that was never finished. */
export function withoutUnfinished(
  values: readonly Placed<unknown>[],
  last: SessionRecord | undefined,
): { readonly values: readonly Placed<unknown>[]; readonly problems: readonly LineProblem[] } {
  const [part, parts] = last?.part ?? [1, 1]
  if (part === parts) return { values, problems: [] }
  const problem = 'is of an append that was never finished'
  const problems = values.slice(-part).map(({ number }) => ({ number, problem }))
  return { values: values.slice(0, -part), problems }
}
