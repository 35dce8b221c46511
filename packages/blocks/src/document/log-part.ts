import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { LogSchema } from '../schema/block-schema.ts'
import { badValue, checkObject, checkWhole, shown } from './check-value.ts'
import { entryFields, readLog } from './read-part.ts'
import type { Caller, Part } from './roots.ts'

/** Adds an entry as the document's agent. The system may use any name, or none. */
export function appendLogEntry(part: Part, [entry]: readonly unknown[], { agent, system }: Caller): void {
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

export function logEntries(part: Part, [limit]: readonly unknown[]): readonly JsonValue[] {
  const schema = logSchema(part)
  const most = limit === undefined ? schema.displayLimit : checkWhole('limit', limit, 0)
  return readLog(part, schema, most).content.entries
}

/** Adds the document's agent to an entry that names none, if the schema has one. */
function withAgent(schema: LogSchema, entry: unknown, agent: string | undefined): unknown {
  const isNameless = isObject(entry) && entry['agent'] === undefined
  return schema.entry.agent === true && agent !== undefined && isNameless ? { ...entry, agent } : entry
}

function logSchema(part: Part): LogSchema {
  if (part.schema.type !== 'log') throw badValue('block', 'is no log')
  return part.schema
}
