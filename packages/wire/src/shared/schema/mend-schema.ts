import type { UnknownRecord } from '../guards.ts'
import { type Ledger, mend } from '../ledger.ts'
import { toDraft2020 } from './draft-2020.ts'
import { flattened, type SentNames } from './flatten.ts'
import { inlinedTop } from './references.ts'
import { visitSchemas, withoutDangling } from './visit-schemas.ts'

/** Writes a schema of an older draft as JSON Schema 2020-12, and reports the changes. */
export function mendDraft(ledger: Ledger, schema: UnknownRecord): UnknownRecord {
  const { schema: written, changed } = toDraft2020(schema)
  if (changed.size > 0)
    mend(ledger, 'schema', `The schema is written in JSON Schema 2020-12; it differs in ${[...changed].join(', ')}.`)
  return written
}

/**
 * Replaces a reference at the top level with its schema, and alternatives there with one object, and reports both; `refused` are
 * the keywords to replace.
 */
export function mendUnions(
  ledger: Ledger,
  given: UnknownRecord,
  refused: readonly string[],
  namesOf?: SentNames,
): UnknownRecord {
  const schema = inlinedTop(given)
  if (schema === given) return withoutUnions(ledger, schema, refused, namesOf)
  mend(ledger, 'schema', 'The reference at the top level of the schema is replaced with its schema.')
  return withoutUnused(withoutUnions(ledger, schema, refused, namesOf))
}

function withoutUnions(
  ledger: Ledger,
  schema: UnknownRecord,
  refused: readonly string[],
  namesOf: SentNames | undefined,
): UnknownRecord {
  const found = refused.filter((key) => Object.hasOwn(schema, key))
  if (found.length === 0) return schema
  mend(
    ledger,
    'schema',
    `The top level of the schema has ${found.join(', ')}: it becomes one object with the fields of all alternatives.`,
  )
  return withoutDangling(flattened(schema, refused, namesOf))
}

/** Leaves out definitions that nothing refers to any more, which would only cost tokens. */
function withoutUnused(schema: UnknownRecord): UnknownRecord {
  const { $defs: _, definitions: __, ...rest } = schema
  let isUsed = false
  visitSchemas(rest, '', ({ value }) => {
    isUsed ||= '$ref' in value || '$dynamicRef' in value
  })
  return isUsed ? schema : rest
}
