import type { ToolDefinition } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { parseJson, readText } from './input-chunks.ts'
import { cliError } from './problem.ts'

/** Many times the limit of any provider. */
const maxBytes = 32 * 1024 ** 2

/**
 * Reads tool definitions from a JSON file: a list, or an object with a list `tools`; each in Lamella's form (`{ name,
 * description?, inputSchema }`) or in OpenAI Chat format (`{ type: 'function', function }`).
 *
 * @throws LamellaError `TOOLS_UNREADABLE`, `TOOLS_INVALID`, `INPUT_TOO_LARGE`
 */
export async function readTools(file: string): Promise<readonly ToolDefinition[]> {
  const text = await readText(file, maxBytes, (code, cause) => {
    const fix = 'Check the path, and make sure it is a readable file.'
    return cliError('TOOLS_UNREADABLE', `The tools file '${file}' cannot be read (${code}).`, fix, { file }, cause)
  })
  const value = parseJson(text, (problem, cause) => invalid(file, problem, cause))
  const list = isObject(value) ? value['tools'] : value
  if (!Array.isArray(list)) throw invalid(file, 'is not a list of tools')
  return list.map((item, index) => toTool(item) ?? fail(file, index))
}

/** Converts a tool to Lamella's form; returns `undefined` for other values. */
function toTool(item: unknown): ToolDefinition | undefined {
  if (!isObject(item)) return undefined
  const given = isObject(item['function']) ? item['function'] : item
  // A function without `parameters` accepts none, as in OpenAI's API.
  const { name, description, inputSchema = given['parameters'] ?? { type: 'object', properties: {} } } = given
  if (typeof name !== 'string' || name === '' || !isObject(inputSchema)) return undefined
  if (description === undefined) return { name, inputSchema }
  return typeof description === 'string' ? { name, description, inputSchema } : undefined
}

function fail(file: string, index: number): never {
  throw invalid(file, `has a value at [${index}] that is not a tool definition`)
}

function invalid(file: string, problem: string, cause?: unknown): Error {
  const fix = 'Write a JSON list of { "name", "description", "inputSchema" }, or of tools in OpenAI Chat format.'
  return cliError('TOOLS_INVALID', `The tools file '${file}' ${problem}.`, fix, { file }, cause)
}
