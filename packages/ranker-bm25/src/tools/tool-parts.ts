import type { ToolDefinition } from '@lamella/core'
import { isObject, jsonSchemaOf } from '@lamella/core/plugin'
import { rankerError } from '../errors.ts'
import type { ToolField } from './contract.ts'

/** A text of a tool, and the field that it belongs to. */
export interface ToolPart {
  readonly field: ToolField
  readonly text: string
}

/** Limits of what is read of one tool: a schema of an MCP server may have any size. */
const most = { depth: 8, schemas: 400, values: 200, characters: 4_000 } as const

const children: readonly string[] = ['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else']
const lists: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']
const maps: readonly string[] = ['patternProperties', '$defs', 'definitions', 'dependentSchemas']

/**
 * Returns the texts of a tool: its name, the sentences of its description, and the names, descriptions and values of its parameters, nested
 * ones included. Names are split at `_`, `.`, `-`, `/` and `:`; the analyzer splits them at their capitals.
 *
 * @throws LamellaError `INDEX_TOOL_INVALID`, `TOOL_SCHEMA_INVALID`
 */
export function toolParts(tool: ToolDefinition): readonly ToolPart[] {
  if (!isObject(tool) || typeof tool.name !== 'string' || tool.name.trim() === '') throw invalid(tool)
  const { name, description } = tool
  const parts: ToolPart[] = [{ field: 'name', text: spaced(name) }]
  if (typeof description === 'string') {
    for (const text of cut(description).split(sentences)) parts.push({ field: 'description', text })
  }
  readSchema(jsonSchemaOf(tool.inputSchema, name), parts)
  return parts
}

/** Where a sentence ends. */
const sentences = /(?<=[.!?])\s+|\n+/

const joints = /[_.\-/:]/

/** Returns a name with spaces between its parts. */
export function spaced(name: string): string {
  return joints.test(name) ? cut(name).replace(/[_.\-/:]+/g, ' ') : cut(name)
}

function readSchema(root: unknown, parts: ToolPart[]): void {
  // Breadth first, so that the limits cut what is deepest.
  let level: readonly unknown[] = [root]
  let schemas = 0
  let values = 0
  const readValue = (value: unknown): void => {
    if (typeof value === 'string' && values++ < most.values) parts.push({ field: 'value', text: spaced(value) })
  }
  for (let depth = 0; depth <= most.depth && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const schema of level) {
      if (!isObject(schema) || schemas++ >= most.schemas) continue
      const { description, properties } = schema
      // The description of the whole schema is mostly that of the tool again.
      if (depth > 0 && typeof description === 'string')
        parts.push({ field: 'parameter description', text: cut(description) })
      if (Array.isArray(schema['enum'])) schema['enum'].forEach(readValue)
      readValue(schema['const'])
      if (isObject(properties)) {
        for (const name of Object.keys(properties).slice(0, most.schemas)) {
          parts.push({ field: 'parameter', text: spaced(name) })
          next.push(properties[name])
        }
      }
      for (const key of children) next.push(schema[key])
      for (const key of lists) if (Array.isArray(schema[key])) next.push(...schema[key].slice(0, most.schemas))
      for (const key of maps) if (isObject(schema[key])) next.push(...Object.values(schema[key]).slice(0, most.schemas))
    }
    level = next
  }
}

function cut(text: string): string {
  return text.slice(0, most.characters)
}

function invalid(tool: unknown): Error {
  const shown = isObject(tool) ? JSON.stringify(tool['name']) : String(tool)
  return rankerError('INDEX_TOOL_INVALID', `toolIndex: a tool has the name ${shown}.`, 'Give each tool a name.', {
    key: 'name',
  })
}
