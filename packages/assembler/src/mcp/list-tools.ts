import { isObject } from '@lamella/core/plugin'
import { ask, dependencyInvalid } from '../dependency-errors.ts'
import type { McpClient, McpRequestOptions } from './contract.ts'

export interface ServerTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/** More than any server has; a list beyond this is treated as endless. */
const maxPages = 100
const maxTools = 10_000
/** Limit for all tools as JSON. No window could hold more. */
const maxCharacters = 4_000_000

const asked = { dependency: 'mcpServer', method: 'tools/list' }

/**
 * Reads all pages of a server's list. An empty cursor is a cursor; a list whose cursor comes again has ended.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`
 */
export async function listTools(client: McpClient, options?: McpRequestOptions): Promise<readonly ServerTool[]> {
  const tools: ServerTool[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  let characters = 0
  for (let page = 0; page < maxPages; page++) {
    const result = await ask(asked, () => client.listTools(cursor === undefined ? undefined : { cursor }, options))
    if (!isObject(result) || !Array.isArray(result['tools'])) throw invalid('must return a list of tools')
    for (const given of result['tools']) {
      const { tool, size } = readTool(given, tools.length)
      tools.push(tool)
      characters += size
      if (tools.length > maxTools) throw invalid(`returned more than ${maxTools} tools`)
      if (characters > maxCharacters) throw invalid(`returned more than ${maxCharacters} characters`)
    }
    const { nextCursor } = result
    if (nextCursor === undefined || nextCursor === null) return tools
    if (typeof nextCursor !== 'string') throw invalid('returned a cursor that is not a string')
    // Such a server ignores cursors, and has sent all of its tools (modelcontextprotocol/java-sdk#628).
    if (cursors.has(nextCursor)) return withoutRepeats(tools)
    cursors.add(nextCursor)
    cursor = nextCursor
  }
  throw invalid(`returned more than ${maxPages} pages`)
}

function withoutRepeats(tools: readonly ServerTool[]): readonly ServerTool[] {
  return [...new Map(tools.map((tool) => [JSON.stringify(tool), tool])).values()]
}

interface ReadTool {
  readonly tool: ServerTool
  /** Characters of JSON. */
  readonly size: number
}

/** Copies a tool through JSON, so that the result has no cycles and no getters and is not shared. */
function readTool(value: unknown, index: number): ReadTool {
  const json = jsonOf(value)
  const given: unknown = json === undefined ? undefined : JSON.parse(json)
  if (json === undefined || !isObject(given)) throw invalid(`returned a tool at ${index} that is not JSON`)
  const { name, description, inputSchema } = given
  if (typeof name !== 'string' || name === '') throw invalid(`returned a tool at ${index} without a name`)
  if (!isObject(inputSchema)) throw invalid(`returned a tool '${name}' without an inputSchema`)
  const size = json.length
  if (description === undefined || description === null) return { tool: { name, inputSchema }, size }
  if (typeof description === 'string') return { tool: { name, description, inputSchema }, size }
  throw invalid(`returned a tool '${name}' with a description that is not a string`)
}

/** Returns `undefined` for cycles, endless nesting, and values without fields. */
function jsonOf(value: unknown): string | undefined {
  try {
    const { name, description, inputSchema } = value as ServerTool
    return JSON.stringify({ name, description, inputSchema })
  } catch {
    return undefined
  }
}

function invalid(problem: string): Error {
  return dependencyInvalid(asked, problem, 'Correct the server, or remove it.')
}
