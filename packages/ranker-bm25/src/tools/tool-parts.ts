import type { ToolDefinition } from '@lamella/core'
import { isObject, jsonSchemaOf } from '@lamella/core/plugin'
import { rankerError } from '../errors.ts'
import type { ToolField } from './contract.ts'

/** Receives a text of a tool, and the field that it belongs to. */
export type EmitText = (field: ToolField, text: string) => void

/** Limits of what is read of one tool: a schema of an MCP server may have any size. */
const most = { depth: 8, schemas: 400, values: 200 } as const

/** What the value of a keyword consists of. Other keywords have no schemas that describe the input. */
type Holds = 'a schema' | 'a schema or a list' | 'a list' | 'a map'

const keywords: ReadonlyMap<string, Holds> = new Map([
  ['items', 'a schema or a list'],
  ['additionalProperties', 'a schema'],
  ['contains', 'a schema'],
  ['not', 'a schema'],
  ['if', 'a schema'],
  ['then', 'a schema'],
  ['else', 'a schema'],
  ['anyOf', 'a list'],
  ['oneOf', 'a list'],
  ['allOf', 'a list'],
  ['prefixItems', 'a list'],
  ['patternProperties', 'a map'],
  ['$defs', 'a map'],
  ['definitions', 'a map'],
  ['dependentSchemas', 'a map'],
])

/**
 * Emits the texts of a tool: its name, its description, and the names, descriptions and values of its parameters, nested ones
 * included.
 *
 * @throws LamellaError `INDEX_TOOL_INVALID`, `TOOL_SCHEMA_INVALID`
 */
export function readTexts(tool: ToolDefinition, emit: EmitText): void {
  if (!isObject(tool) || typeof tool.name !== 'string' || tool.name.trim() === '') throw invalid(tool)
  const { name, description } = tool
  emit('name', name)
  if (typeof description === 'string') emit('description', description)
  readSchema(jsonSchemaOf(tool.inputSchema, name), emit)
}

function readSchema(root: unknown, emit: EmitText): void {
  // Breadth first, so that the limits cut what is deepest.
  let level: readonly unknown[] = [root]
  let schemas = 0
  let values = 0
  const readValue = (value: unknown): void => {
    if (typeof value === 'string' && values++ < most.values) emit('value', value)
  }
  for (let depth = 0; depth <= most.depth && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const schema of level) {
      if (!isObject(schema) || schemas++ >= most.schemas) continue
      for (const key of Object.keys(schema)) {
        const value = schema[key]
        if (key === 'description') {
          // The description of the whole schema is mostly that of the tool again.
          if (depth > 0 && typeof value === 'string') emit('parameter description', value)
        } else if (key === 'enum') {
          if (Array.isArray(value)) value.forEach(readValue)
        } else if (key === 'const') readValue(value)
        else if (key === 'properties') {
          if (!isObject(value)) continue
          for (const name of Object.keys(value).slice(0, most.schemas)) {
            emit('parameter', name)
            next.push(value[name])
          }
        } else addSchemas(keywords.get(key), value, next)
      }
    }
    level = next
  }
}

function addSchemas(holds: Holds | undefined, value: unknown, schemas: unknown[]): void {
  if (holds === undefined) return
  if (Array.isArray(value)) {
    if (holds === 'a list' || holds === 'a schema or a list') schemas.push(...value.slice(0, most.schemas))
  } else if (holds === 'a map') {
    if (isObject(value)) schemas.push(...Object.values(value).slice(0, most.schemas))
  } else if (holds !== 'a list') schemas.push(value)
}

function invalid(tool: unknown): Error {
  const shown = isObject(tool) ? JSON.stringify(tool['name']) : String(tool)
  return rankerError('INDEX_TOOL_INVALID', `toolIndex: a tool has the name ${shown}.`, 'Give each tool a name.', {
    key: 'name',
  })
}
