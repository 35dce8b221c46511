import type { JsonSchema, StandardJsonSchema, ToolDefinition } from './contract/message.ts'
import { LamellaError } from './errors.ts'

/** How a schema is asked: the dialect that all providers understand. */
const dialect = { target: 'draft-07' } as const

/**
 * The JSON Schema of a tool's input: of a schema object that can tell it (Zod 4.2, ArkType, Valibot), what it tells; any
 * other is one already and comes back as the same object.
 *
 * A build converts the tools it is given by itself. Each call asks the schema object anew, so remember the result.
 *
 * Source: standardschema.dev, "Standard JSON Schema" 1.
 *
 * @param tool Name of the tool, for the error.
 * @throws LamellaError `TOOL_SCHEMA_INVALID`
 * @example
 * const schema = jsonSchemaOf(z.object({ city: z.string() })) // { type: 'object', properties: { city: … }, … }
 */
export function jsonSchemaOf(inputSchema: ToolDefinition['inputSchema'], tool?: string): JsonSchema {
  if (!isStandardSchema(inputSchema)) {
    if (typeof inputSchema === 'object' && inputSchema !== null) return inputSchema
    throw invalid(tool, undefined, `is ${inputSchema === null ? 'null' : typeof inputSchema}`)
  }
  const { vendor, jsonSchema } = inputSchema['~standard'] as Partial<StandardJsonSchema['~standard']>
  if (typeof jsonSchema?.input !== 'function') throw invalid(tool, vendor, 'cannot tell its JSON Schema')
  let schema: unknown
  try {
    schema = jsonSchema.input(dialect)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw invalid(tool, vendor, `has no JSON Schema: ${why}`, cause)
  }
  if (isPlainSchema(schema)) return schema
  throw invalid(tool, vendor, 'gave something else than a JSON Schema')
}

/**
 * Whether a schema is an object of a schema library. The JSON Schemas that `z.toJSONSchema` makes carry the same key,
 * hidden: they are what they look like, and asking them again would lose the options they were made with.
 */
export function isStandardSchema(schema: unknown): schema is StandardJsonSchema {
  if ((typeof schema !== 'object' || schema === null) && typeof schema !== 'function') return false
  const standard: unknown = (schema as Partial<StandardJsonSchema>)['~standard']
  if (typeof standard !== 'object' || standard === null) return false
  const prototype: unknown = Object.getPrototypeOf(schema)
  if (prototype !== Object.prototype && prototype !== null) return true
  return Object.getOwnPropertyDescriptor(schema, '~standard')?.enumerable !== false
}

/** A list is no schema, and no promise is: it would come too late. (`then` is a key of JSON Schema, too.) */
function isPlainSchema(value: unknown): value is JsonSchema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return typeof (value as { readonly then?: unknown }).then !== 'function'
}

function invalid(tool: string | undefined, vendor: unknown, problem: string, cause?: unknown): LamellaError {
  const whose = tool === undefined ? 'A tool' : `Tool '${tool}'`
  const by = typeof vendor === 'string' ? ` (a schema of ${vendor})` : ''
  return new LamellaError({
    code: 'TOOL_SCHEMA_INVALID',
    what: `${whose}: its inputSchema${by} ${problem}.`,
    fix: 'Give a JSON Schema, such as that of z.toJSONSchema(schema).',
    details: { tool, vendor: typeof vendor === 'string' ? vendor : undefined },
    cause,
  })
}
