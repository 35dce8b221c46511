import type { Message } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { outputProblem } from './output-problem.ts'

type Check = (value: Readonly<Record<string, unknown>>) => string | undefined

/** One check a part: what is wrong, or `undefined`. */
const parts: Readonly<Record<string, Check>> = {
  text: texts('text'),
  reasoning: texts('text'),
  image: texts('image'),
  file: texts('data', 'mediaType'),
  'tool-call': (part) => texts('toolCallId', 'toolName')(part) ?? ('input' in part ? undefined : 'input is missing'),
  'tool-result': (part) => texts('toolCallId', 'toolName')(part) ?? outputProblem(part['output']),
  'tool-approval-request': texts('approvalId', 'toolCallId'),
  'tool-approval-response': (part) => texts('approvalId')(part) ?? saidProblem(part),
}

const partsOfRole: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'file'],
  assistant: ['text', 'file', 'reasoning', 'tool-call', 'tool-result', 'tool-approval-request'],
  tool: ['tool-result', 'tool-approval-response'],
}

const roles = ['system', 'user', 'assistant', 'tool']

/**
 * What keeps a value from JSON from being a canonical message, in words; `undefined` when it is one. Only what a message
 * needs is looked at: keys beside it do no harm.
 */
export function messageProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'is not an object'
  const { role, content, providerOptions } = value
  if (typeof role !== 'string' || !roles.includes(role)) return `has a role that is none of ${roles.join(', ')}`
  if (providerOptions !== undefined && !isObject(providerOptions)) return 'has providerOptions that are not an object'
  if (typeof content === 'string') return role === 'tool' ? 'must have a list of tool results as content' : undefined
  if (role === 'system') return 'must have text as content'
  if (!Array.isArray(content)) return 'has no content'
  const allowed = partsOfRole[role] ?? []
  for (const [index, part] of content.entries()) {
    const problem = partProblem(part, allowed)
    if (problem !== undefined) return `has a content part ${index + 1} that ${problem}`
  }
  return undefined
}

/** The message, without the keys that a log may have beside those of a message. */
export function toMessage(value: unknown): Message {
  const { role, content, providerOptions } = value as Message
  // Checked by `messageProblem`.
  return (providerOptions === undefined ? { role, content } : { role, content, providerOptions }) as Message
}

function partProblem(part: unknown, allowed: readonly string[]): string | undefined {
  if (!isObject(part)) return 'is not an object'
  const { type } = part
  if (typeof type !== 'string' || !allowed.includes(type)) return `has a type that is none of ${allowed.join(', ')}`
  return parts[type]?.(part)
}

function saidProblem({ approved, reason }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof approved !== 'boolean') return "has no 'approved' that is true or false"
  return reason === undefined || typeof reason === 'string' ? undefined : "has a 'reason' that is no text"
}

function texts(...keys: readonly string[]): Check {
  return (part) => {
    const wrong = keys.find((key) => typeof part[key] !== 'string')
    return wrong === undefined ? undefined : `has no text '${wrong}'`
  }
}
