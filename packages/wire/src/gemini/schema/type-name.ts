// By number. Source: google.ai.generativelanguage.v1beta, enum Type; ProtoJSON accepts either form, and recorded
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

/** Returns the type of an OpenAPI schema in upper case, whether it is given by name or by number. */
export function typeName(type: unknown): string | undefined {
  if (typeof type === 'string') return type.toUpperCase()
  return typeof type === 'number' ? names[type] : undefined
}
