import { isObject } from '@lamella/core/plugin'
import { readRecord, type SessionRecord } from '../session-store/record.ts'
import type { JsonLine } from './json-lines.ts'
import type { Decoded, LineProblem, Placed } from './placed.ts'

/** Checks whether a line is the first one of a file that `fileSessions` has written. */
export function isStoreHeader(value: unknown): value is { readonly header: Readonly<Record<string, unknown>> } {
  return isObject(value) && isObject(value['header']) && value['header']['lamella'] === 'session'
}

/**
 * Returns the message of such a record. Leaves out records with a wrong checksum or of an incomplete append; headers
 * and compactions are not messages.
 */
export function decodeRecord(line: JsonLine): Decoded<unknown> & { readonly record: SessionRecord | undefined } {
  const record = line.text === undefined ? undefined : readRecord(Buffer.from(line.text))
  const { number, start } = line
  if (!record) return { record, values: [], problems: [{ number, problem: 'is damaged: its checksum does not hold' }] }
  const { message, pos: position } = record
  return { record, values: message ? [{ number, start, position, value: message }] : [], problems: [] }
}

/** Returns the records of a file without those of an incomplete append at its end. */
export function withoutUnfinished(
  values: readonly Placed<unknown>[],
  last: SessionRecord | undefined,
): { readonly values: readonly Placed<unknown>[]; readonly problems: readonly LineProblem[] } {
  const [part, parts] = last?.part ?? [1, 1]
  if (part === parts) return { values, problems: [] }
  const problem = 'belongs to an incomplete append'
  const problems = values.slice(-part).map(({ number }) => ({ number, problem }))
  return { values: values.slice(0, -part), problems }
}
