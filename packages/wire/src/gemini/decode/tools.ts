import type { JsonValue, ToolDefinition } from '@lamella/core'
import { readRecord, readText } from '../../shared/decode/read.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { camelOf } from '../part-kinds.ts'
import { fromOpenApi } from '../schema/from-openapi.ts'
import { extraFields, field, itemsOf, textOf } from './fields.ts'
import { optionsOf } from './options-of.ts'

/** Reads the functions of a request, and keeps Google's tools unchanged. */
export function decodeTools(value: unknown): ToolDefinition[] {
  if (value === undefined) return []
  return itemsOf(value, 'tools').flatMap((one, index) => {
    const path = `tools[${index}]`
    const tool = readRecord(one, path)
    const functions = field(tool, 'functionDeclarations')
    const own = extraFields(tool, ['functionDeclarations'])
    const place = `${path}.functionDeclarations`
    return [
      ...(own === undefined ? [] : [toolOfGoogle(own)]),
      ...(functions === undefined ? [] : itemsOf(functions, place)).map((item, number) =>
        decodeFunction(readRecord(item, `${place}[${number}]`), `${place}[${number}]`),
      ),
    ]
  })
}

/** The tool's name is that of its first field, such as `googleSearch`. */
function toolOfGoogle(tool: { readonly [field: string]: JsonValue }): ToolDefinition {
  const name = camelOf(Object.keys(tool)[0] ?? '')
  return { name, inputSchema: { type: 'object' }, providerOptions: { google: { tool: { ...tool } } } }
}

function decodeFunction(declaration: UnknownRecord, path: string): ToolDefinition {
  const description = textOf(declaration, 'description')
  const extra = extraFields(declaration, ['name', 'description', 'parameters', 'parametersJsonSchema'])
  return {
    name: readText(declaration['name'], `${path}.name`),
    ...(description !== undefined && { description }),
    inputSchema: schemaOf(declaration),
    ...optionsOf({ extra }),
  }
}

/** A function without a schema has no parameters. */
function schemaOf(declaration: UnknownRecord): UnknownRecord {
  const schema = field(declaration, 'parametersJsonSchema')
  if (isRecord(schema)) return schema
  const { parameters } = declaration
  return isRecord(parameters) ? fromOpenApi(parameters) : { type: 'object', properties: {} }
}
