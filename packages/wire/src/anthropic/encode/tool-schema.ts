import type { JsonSchema } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { mend } from '../../shared/ledger.ts'
import { unions } from '../../shared/schema/flatten.ts'
import { mendDraft, mendUnions } from '../../shared/schema/mend-schema.ts'
import type { AnthropicFunctionTool } from '../types.ts'
import type { AnthropicState } from './state.ts'

/**
 * Returns a schema of arguments in the form that the API accepts: JSON Schema 2020-12, and an object without
 * alternatives at the top level ("input_schema does not support oneOf, allOf, or anyOf at the top level", 400,
 * anthropics/claude-code#40075, marianfoo/mcp-sap-docs#51). Alternatives become one object with the fields of all, so
 * that the model's arguments still match what the tool expects; wrapping them in a field would break that. Fields get
 * names that the API accepts. A valid schema is returned itself, not copied.
 *
 * @param tool The name of the tool as sent.
 */
export function encodeSchema(
  state: AnthropicState,
  schema: JsonSchema,
  tool: string,
): AnthropicFunctionTool['input_schema'] {
  const { fields } = state.base
  const draft = mendDraft(state, cleanJson(state, schema) as UnknownRecord)
  const clean = fields.schemaToWire(state, tool, mendUnions(state, draft, unions, fields.namesOf))
  if (clean['type'] === 'object') return clean as AnthropicFunctionTool['input_schema']
  if (clean['type'] !== undefined) mend(state, 'schema', 'The type of the schema is written as object.')
  return isRecord(clean['properties']) ? { ...clean, type: 'object' } : { ...clean, type: 'object', properties: {} }
}
