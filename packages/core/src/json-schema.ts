import type { JsonSchema, StandardJsonSchema, ToolDefinition } from './contract/message.ts'
import { coreError, type LamellaError } from './errors.ts'

type Standard = StandardJsonSchema['~standard']

/** The requested dialect: the one that all providers understand. */
const dialect = { target: 'draft-07' } as const

/**
 * Returns the JSON Schema of a tool's input: converted from a schema object (Zod 4.2, ArkType, Valibot), or taken out of one of
 * the AI SDK (`jsonSchema()`); a plain JSON Schema is returned unchanged, as the same object.
 *
 * A build converts its tools automatically. Each call converts the schema object again, so cache the result.
 *
 * Source: standardschema.dev, "Standard JSON Schema" 1.
 *
 * @param tool Name of the tool, for the error.
 * @throws LamellaError `TOOL_SCHEMA_INVALID`
 * @example
 * const schema = jsonSchemaOf(z.object({ city: z.string() })) // { type: 'object', properties: { city: … }, … }
 */
export function jsonSchemaOf(inputSchema: ToolDefinition['inputSchema'], tool?: string): JsonSchema {
  const standard = isStandardSchema(inputSchema) ? (inputSchema['~standard'] as Partial<Standard>) : undefined
  let why = ''
  let cause: unknown
  try {
    const schema: unknown = standard
      ? standard.jsonSchema?.input?.(dialect)
      : ((inputSchema as JsonSchema | null)?.['jsonSchema'] ?? inputSchema)
    if (isPlainSchema(schema)) return schema
  } catch (error) {
    why = `: ${error instanceof Error ? error.message : String(error)}`
    cause = error
  }
  throw invalid(tool, standard?.vendor, why, cause)
}

/**
 * Checks whether a schema is an object of a schema library. The JSON Schemas that `z.toJSONSchema` returns have the
 * same key, hidden: they count as plain JSON Schemas, since converting them again would lose their options.
 */
export function isStandardSchema(schema: unknown): schema is StandardJsonSchema {
  if ((typeof schema !== 'object' || schema === null) && typeof schema !== 'function') return false
  const standard: unknown = (schema as Partial<StandardJsonSchema>)['~standard']
  if (typeof standard !== 'object' || standard === null) return false
  const prototype: unknown = Object.getPrototypeOf(schema)
  if (prototype !== Object.prototype && prototype !== null) return true
  return Object.getOwnPropertyDescriptor(schema, '~standard')?.enumerable !== false
}

/** An array is not a schema, nor is a promise, which would resolve too late. (`then` is also a key of JSON Schema.) */
function isPlainSchema(value: unknown): value is JsonSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return typeof (value as { readonly then?: unknown }).then !== 'function'
}

function invalid(tool: string | undefined, vendor: unknown, why: string, cause: unknown): LamellaError {
  const subject = tool === undefined ? 'A tool' : `Tool '${tool}'`
  const by = typeof vendor === 'string' ? ` (a schema of ${vendor})` : ''
  return coreError(
    'TOOL_SCHEMA_INVALID',
    `${subject}: its inputSchema${by} has no JSON Schema${why}.`,
    'Pass a JSON Schema, such as that of z.toJSONSchema(schema).',
    { tool, vendor: typeof vendor === 'string' ? vendor : undefined },
    cause,
  )
}
