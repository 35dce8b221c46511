import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core'
import type { LogSchema } from '../schema/block-schema.ts'
import { badValue, checkObject, checkWhole } from './check-value.ts'
import { entryFields, readLog } from './read-part.ts'
import type { Part } from './roots.ts'

/** Adds an entry in the name of the document's agent; the system may write in any name, and in none. */
export function appendLogEntry(part: Part, entry: unknown, agent: string | undefined, system: boolean): void {
  const schema = logSchema(part)
  const checked = checkObject('entry', system ? entry : withAgent(schema, entry, agent), entryFields(schema))
  const writer = checked['agent']
  if (schema.entry.agent === true && !system && writer !== agent) {
    throw badValue(
      'entry.agent',
      `is '${String(writer)}', but the agent of this document is ${agent === undefined ? 'nobody' : `'${agent}'`}`,
    )
  }
  part.roots.entries().push(checked)
}

/** The newest entries, newest first. */
export function logEntries(part: Part, limit: unknown): readonly JsonValue[] {
  const schema = logSchema(part)
  const most = limit === undefined ? schema.displayLimit : checkWhole('limit', limit, 0, Number.MAX_SAFE_INTEGER)
  return readLog(part, schema, most).content.entries
}

function withAgent(schema: LogSchema, entry: unknown, agent: string | undefined): unknown {
  const isSigned = schema.entry.agent !== true || agent === undefined
  if (isSigned || !isObject(entry) || entry['agent'] !== undefined) return entry
  return { ...entry, agent }
}

function logSchema(part: Part): LogSchema {
  if (part.schema.type !== 'log') throw badValue('block', 'is no log')
  return part.schema
}
