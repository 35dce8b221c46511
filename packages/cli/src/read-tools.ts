import { isLamellaError, type ToolDefinition } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { fileChunks, limited, textOf } from './input-chunks.ts'
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
  const value = parse(await read(file), file)
  const list = isObject(value) ? value['tools'] : value
  if (!Array.isArray(list)) throw invalid(file, 'is not a list of tools')
  return list.map((item, index) => toTool(item) ?? fail(file, index))
}

async function read(file: string): Promise<string> {
  try {
    return await textOf(limited(fileChunks(file), file, maxBytes))
  } catch (cause) {
    if (isLamellaError(cause)) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
    const fix = 'Check the path, and make sure it is a readable file.'
    throw cliError('TOOLS_UNREADABLE', `The tools file '${file}' cannot be read (${code}).`, fix, { file }, cause)
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw invalid(file, `is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
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
