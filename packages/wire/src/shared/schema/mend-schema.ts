import type { UnknownRecord } from '../guards.ts'
import { type Ledger, mend } from '../ledger.ts'
import { toDraft2020 } from './draft-2020.ts'
import { flattened, type SentNames } from './flatten.ts'

/** Writes a schema of an older draft as JSON Schema 2020-12, and reports the changes. */
export function mendDraft(ledger: Ledger, schema: UnknownRecord): UnknownRecord {
  const { schema: written, changes } = toDraft2020(schema)
  if (changes.size > 0)
    mend(ledger, 'schema', `The schema is written in JSON Schema 2020-12: ${[...changes].join('; ')}.`)
  return written
}

/** Replaces alternatives at the top level with one object, and reports it; `refused` are the keywords to replace. */
export function mendUnions(
  ledger: Ledger,
  schema: UnknownRecord,
  refused: readonly string[],
  namesOf?: SentNames,
): UnknownRecord {
  const found = refused.filter((key) => Object.hasOwn(schema, key))
  if (found.length === 0) return schema
  mend(
    ledger,
    'schema',
    `The top level of the schema has ${found.join(', ')}: it becomes one object with the fields of all alternatives.`,
  )
  return flattened(schema, refused, namesOf)
}
