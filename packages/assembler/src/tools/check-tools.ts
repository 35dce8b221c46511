import { isObject } from '@lamella/core/plugin'
import type { AgentTool } from '../contract/tool-executor.ts'
import { type Asked, dependencyInvalid } from '../dependency-errors.ts'

/**
 * Checks the tools that a dependency returned. A tool with unclear permissions is rejected, not guessed at.
 *
 * @throws LamellaError `DEPENDENCY_INVALID`
 */
export function checkTools(asked: Asked, value: unknown): readonly AgentTool[] {
  const fix = 'A tool is { name, description?, inputSchema, permissions?: string[], sandbox?: boolean }.'
  if (!Array.isArray(value)) throw dependencyInvalid(asked, 'must return a list of tools', fix)
  for (const [index, tool] of value.entries()) {
    const problem = toolProblem(tool)
    if (problem === undefined) continue
    const name = isObject(tool) && typeof tool['name'] === 'string' && tool['name'] !== '' ? ` ('${tool['name']}')` : ''
    throw dependencyInvalid(asked, `returned a tool at ${index}${name} that ${problem}`, fix)
  }
  return value
}

/** Returns what is wrong with a tool, as the end of a sentence. */
function toolProblem(tool: unknown): string | undefined {
  if (!isObject(tool)) return 'is not an object'
  const { name, description, inputSchema, permissions, sandbox } = tool
  if (typeof name !== 'string' || name === '') return 'has no name'
  if (description !== undefined && typeof description !== 'string') return 'has a description that is not a string'
  // Schema objects may be functions.
  if (!isObject(inputSchema) && typeof inputSchema !== 'function') return 'has no inputSchema'
  const isList = Array.isArray(permissions) && permissions.every((one) => typeof one === 'string')
  if (permissions !== undefined && !isList) return 'has permissions that are not a list of strings'
  if (sandbox !== undefined && typeof sandbox !== 'boolean') return 'has a sandbox that is neither true nor false'
  return undefined
}
