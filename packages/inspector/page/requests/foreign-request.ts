import { isLamellaError } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { heuristic } from '@lamella/tokenizer-heuristic'
import type { WireFormat } from '@lamella/wire/formats'
import type { Violation } from '@lamella/wire/kit'
import type { BarPart } from '../../src/model/window-bar.ts'
import type { PageFormat } from './formats.ts'
import { partsOf, type RequestPart } from './request-parts.ts'

/** A request that another program made. Tokens are estimates. */
export interface ForeignRequest {
  /** By kind of content; they add up to `total`. */
  readonly bar: readonly BarPart[]
  readonly total: number
  readonly parts: readonly RequestPart[]
  readonly violations: readonly Violation[]
  /** Why its format does not read it, if it does not: then nothing is counted. */
  readonly problem?: string
}

/** Returns the format of a request body by its fields; `undefined` if it is no request of any. */
export function detectFormat(body: Readonly<Record<string, unknown>>): WireFormat | undefined {
  const { messages, contents, input } = body
  if (Array.isArray(contents)) return 'gemini'
  if (Array.isArray(messages)) {
    if ('inferenceConfig' in body || 'toolConfig' in body || 'modelId' in body) return 'bedrock-converse'
    return isAnthropic(body, messages) ? 'anthropic' : 'openai-chat'
  }
  return input !== undefined && ('model' in body || Array.isArray(input)) ? 'openai-responses' : undefined
}

/** Only Anthropic has these fields, roles of system messages apart. */
function isAnthropic(body: Readonly<Record<string, unknown>>, messages: readonly unknown[]): boolean {
  if ('system' in body || 'anthropic_version' in body || 'thinking' in body) return true
  const { model, tools } = body
  if (typeof model === 'string' && /(^|[/.])claude/i.test(model)) return !hasRole(messages, ['system', 'tool'])
  if (Array.isArray(tools) && tools.some((tool) => isObject(tool) && 'input_schema' in tool)) return true
  return messages.some(
    (message) =>
      isObject(message) &&
      Array.isArray(message['content']) &&
      message['content'].some((block) => isObject(block) && /^tool_(use|result)$/.test(String(block['type']))),
  )
}

function hasRole(messages: readonly unknown[], roles: readonly string[]): boolean {
  return messages.some((message) => isObject(message) && roles.includes(String(message['role'])))
}

/** Decodes a request, counts it and checks it by the rules of its format. Never throws. */
export function readForeign(body: object, format: PageFormat): ForeignRequest {
  const parts = partsOf(body).map((part): RequestPart => ({ ...part, items: [] }))
  const violations = format.validate(body)
  try {
    const { system = [], messages, tools = [] } = format.decode(body)
    const count = createCounter(heuristic({ mode: 'careful' }), format.framing)
    const sizes = new Map<string, number>([['tools', count.tools(tools)]])
    for (const message of [...system, ...messages]) {
      sizes.set(message.role, (sizes.get(message.role) ?? 0) + count.message(message))
    }
    const all = [...sizes, ['request', format.framing.request] as const].filter(([, tokens]) => tokens > 0)
    const total = all.reduce((sum, [, tokens]) => sum + tokens, 0)
    const bar = all.map(([name, tokens]): BarPart => {
      const kind = name === 'tools' ? 'tools' : name === 'request' ? 'framing' : 'layer'
      return { kind, name, tokens, share: tokens / total }
    })
    return { bar, total, parts, violations }
  } catch (error) {
    const problem = isLamellaError(error) ? `${error.what} ${error.fix}` : String(error)
    return { bar: [], total: 0, parts, violations, problem }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
