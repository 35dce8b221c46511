import type { JsonSchema } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { type Ledger, mend } from '../../shared/ledger.ts'
import type { AnthropicFunctionTool } from '../types.ts'
import { flattened, unions } from './flatten-schema.ts'

/**
 * A schema of arguments as the API takes it: an object at the top, and no alternatives there ("input_schema does not support
 * oneOf, allOf, or anyOf at the top level", 400, anthropics/claude-code#40075, marianfoo/mcp-sap-docs#51). Alternatives
 * become one object with the fields of all, so that what the model writes still is what the tool expects; wrapping them in a
 * field would change that. One that is in order is handed on, not copied.
 */
export function encodeSchema(ledger: Ledger, schema: JsonSchema): AnthropicFunctionTool['input_schema'] {
  const clean = cleanJson(ledger, schema) as UnknownRecord
  if (unions.some((union) => Object.hasOwn(clean, union))) {
    mend(
      ledger,
      'schema',
      'The alternatives at the top of the schema are written as one object with the fields of all.',
    )
    return flattened(clean)
  }
  if (clean['type'] === 'object') return clean as AnthropicFunctionTool['input_schema']
  if (clean['type'] !== undefined) mend(ledger, 'schema', 'The type of the schema is written as object.')
  return isRecord(clean['properties']) ? { ...clean, type: 'object' } : { ...clean, type: 'object', properties: {} }
}
