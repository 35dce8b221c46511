import { isObject } from '@lamella/core/plugin'
import { ask, dependencyInvalid } from '../dependency-errors.ts'
import type { McpClient, McpRequestOptions } from './contract.ts'

/** A tool as a server tells it. */
export interface ServerTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/** More than any server has; a list that goes on is one that never ends. */
const maxPages = 100
const maxTools = 10_000
/** Of all tools as JSON. No window has room for so much. */
const maxCharacters = 4_000_000

const asked = { dependency: 'mcpServer', method: 'tools/list' }

/**
 * All pages of a server's list.
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
    if (!isObject(result) || !Array.isArray(result['tools'])) throw invalid('no list of tools')
    for (const told of result['tools']) {
      const { tool, size } = readTool(told, tools.length)
      tools.push(tool)
      characters += size
      if (tools.length > maxTools) throw invalid(`more than ${maxTools} tools`)
      if (characters > maxCharacters) throw invalid(`more than ${maxCharacters} characters`)
    }
    const { nextCursor } = result
    if (nextCursor === undefined || nextCursor === null) return tools
    if (typeof nextCursor !== 'string') throw invalid('a cursor that is no text')
    if (cursors.has(nextCursor)) throw invalid('a cursor for the second time, so that the list would never end')
    cursors.add(nextCursor)
    cursor = nextCursor
  }
  throw invalid(`more than ${maxPages} pages`)
}

interface ReadTool {
  readonly tool: ServerTool
  /** Characters of JSON. */
  readonly size: number
}

/** Copied by way of JSON: what comes out has no cycles, no getters, and is nobody else's. */
function readTool(value: unknown, index: number): ReadTool {
  const json = jsonOf(value)
  const told: unknown = json === undefined ? undefined : JSON.parse(json)
  if (json === undefined || !isObject(told)) throw invalid(`a tool at ${index} that is no JSON`)
  const { name, description, inputSchema } = told
  if (typeof name !== 'string' || name === '') throw invalid(`a tool at ${index} without a name`)
  if (!isObject(inputSchema)) throw invalid(`a tool '${name}' without an inputSchema`)
  const size = json.length
  if (description === undefined || description === null) return { tool: { name, inputSchema }, size }
  if (typeof description === 'string') return { tool: { name, description, inputSchema }, size }
  throw invalid(`a tool '${name}' with a description that is no text`)
}

/** `undefined` for a cycle, a nesting without end, and what has no fields. */
function jsonOf(value: unknown): string | undefined {
  try {
    const { name, description, inputSchema } = value as ServerTool
    return JSON.stringify({ name, description, inputSchema })
  } catch {
    return undefined
  }
}

function invalid(problem: string): Error {
  return dependencyInvalid(asked, problem, 'Correct the server, or do without it.')
}
