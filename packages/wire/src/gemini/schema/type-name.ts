// By their numbers. Source: google.ai.generativelanguage.v1beta, enum Type; ProtoJSON takes either form, and recorded
// requests have both.
const names: readonly string[] = [
  'TYPE_UNSPECIFIED',
  'STRING',
  'NUMBER',
  'INTEGER',
  'BOOLEAN',
  'ARRAY',
  'OBJECT',
  'NULL',
]

/** The type of a schema of OpenAPI in upper case, whether it is written as a name or as its number. */
export function typeName(type: unknown): string | undefined {
  if (typeof type === 'string') return type.toUpperCase()
  return typeof type === 'number' ? names[type] : undefined
}
