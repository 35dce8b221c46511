import type { JsonSchema } from '../contract/message.ts'
import type { ToolInputSchema } from '../contract/ready-tool.ts'
import { checkToolInput, objectSchema } from './check-tool-input.ts'

/**
 * Returns the schema of a tool's input: a plain JSON Schema with a hidden key by which libraries validate an input.
 *
 * @example
 * const schema = toolInputSchema('recall', { query: { type: 'string' } }, ['query'])
 */
export function toolInputSchema(
  tool: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): ToolInputSchema {
  const schema = objectSchema(properties, required)
  // A copy each time: hosts add keys of their own to what they get.
  const convert = (): Record<string, unknown> => structuredClone(schema) as Record<string, unknown>
  const standard: ToolInputSchema['~standard'] = {
    version: 1,
    vendor: 'lamella',
    validate: (value) => {
      const checked = checkToolInput(tool, schema, value)
      if ('problem' in checked) return { issues: [{ message: checked.problem }] }
      return { value: Object.fromEntries(checked.input) }
    },
    jsonSchema: { input: convert, output: convert },
  }
  return Object.defineProperty({ ...schema }, '~standard', { value: Object.freeze(standard) }) as ToolInputSchema
}
