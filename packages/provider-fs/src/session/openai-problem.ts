import { isObject } from '@lamella/core/plugin'

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

/**
 * Returns why a JSON value is not an OpenAI Chat message; `undefined` if it is one. Checks the shape only: the decoder
 * checks the parts.
 */
export function openAIProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'is not an object'
  const { role, content, tool_calls: calls } = value
  if (typeof role !== 'string' || !roles.includes(role)) return `has a role other than ${roles.join(', ')}`
  if (calls !== undefined && calls !== null && !isCalls(calls)) return 'has `tool_calls` that are not calls'
  if (role === 'tool' && typeof value['tool_call_id'] !== 'string') return 'has no `tool_call_id`'
  if (typeof content === 'string' || Array.isArray(content)) return undefined
  const isAssistant = role === 'assistant' || role === 'function'
  return isAssistant && (content === null || content === undefined) ? undefined : 'has no `content`'
}

function isCalls(calls: unknown): boolean {
  return Array.isArray(calls) && calls.every((call) => isObject(call) && typeof call['id'] === 'string')
}
