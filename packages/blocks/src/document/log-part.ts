import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { LogSchema } from '../schema/block-schema.ts'
import { badValue, checkObject, checkWhole, shown } from './check-value.ts'
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
      `is '${shown(String(writer))}', but the agent of this document is ${agent === undefined ? 'nobody' : `'${agent}'`}`,
      'Leave it out: an agent writes in its own name.',
    )
  }
  part.roots.entries().push(checked)
}

/** The newest entries, newest first. */
export function logEntries(part: Part, limit: unknown): readonly JsonValue[] {
  const schema = logSchema(part)
  const most = limit === undefined ? schema.displayLimit : checkWhole('limit', limit, 0)
  return readLog(part, schema, most).content.entries
}

/** An entry that names nobody, with the agent of the document, where its schema wants one. */
function withAgent(schema: LogSchema, entry: unknown, agent: string | undefined): unknown {
  const isNameless = isObject(entry) && entry['agent'] === undefined
  return schema.entry.agent === true && agent !== undefined && isNameless ? { ...entry, agent } : entry
}

function logSchema(part: Part): LogSchema {
  if (part.schema.type !== 'log') throw badValue('block', 'is no log')
  return part.schema
}
