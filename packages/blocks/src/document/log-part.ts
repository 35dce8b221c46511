import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { LogSchema } from '../schema/block-schema.ts'
import { badValue, checkObject, checkWhole, shown } from './check-value.ts'
import type { CallContext, Part } from './parts.ts'
import { entryFields, readLog } from './read-part.ts'

/** Adds an entry as the document's agent. The system may use any name, or none. */
export function appendLogEntry(part: Part<LogSchema>, [entry]: readonly unknown[], context: CallContext): void {
  const { agent, system } = context
  const hasAgent = part.schema.entry.agent === true && !system
  const isNameless = isObject(entry) && entry['agent'] === undefined
  const signed = hasAgent && agent !== undefined && isNameless ? { ...entry, agent } : entry
  const checked = checkObject('entry', signed, entryFields(part.schema))
  const writer = checked['agent']
  if (hasAgent && writer !== agent) {
    throw badValue(
      'entry.agent',
      `is '${shown(String(writer))}', but the document has ${agent === undefined ? 'no agent' : `the agent '${agent}'`}`,
      'Omit it: an agent writes in its own name.',
    )
  }
  part.roots.entries().push(checked)
}

export function logEntries(part: Part<LogSchema>, [limit]: readonly unknown[]): readonly JsonValue[] {
  const most = limit === undefined ? part.schema.displayLimit : checkWhole('limit', limit, 0)
  return readLog(part, most).content.entries
}
