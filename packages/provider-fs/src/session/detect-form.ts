import { isObject } from '@lamella/core/plugin'
import { firstOf, type OtherForm } from './other-form.ts'
import type { LineProblem, Placed } from './placed.ts'

/** The message format of a file: Lamella's own (which is the AI SDK's), or that of the OpenAI Chat API. */
export type SessionForm = 'canonical' | 'openai-chat'

const canonicalParts = [
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
  'reasoning',
  'image',
]
const openAIParts = ['image_url', 'input_audio', 'refusal']

/** Returns a type of parts in a value that no form has. */
function unknownPart(value: unknown): string | undefined {
  const content = isObject(value) ? value['content'] : undefined
  const types = (Array.isArray(content) ? content : []).map((part: unknown) =>
    isObject(part) ? part['type'] : undefined,
  )
  return types.find((type): type is string => typeof type === 'string' && !knownParts.has(type))
}

const knownParts: ReadonlySet<string> = new Set([...canonicalParts, ...openAIParts, 'text', 'file'])

/**
 * Detects the format of a file from one value; returns `undefined` if the value fits both, as plain text does. The
 * first conclusive value decides.
 */
export function detectForm(value: unknown): SessionForm | undefined {
  if (!isObject(value)) return undefined
  const { role, content } = value
  if ('tool_calls' in value || 'tool_call_id' in value || 'function_call' in value) return 'openai-chat'
  if (role === 'developer' || role === 'function') return 'openai-chat'
  if (content === null || (role === 'system' && Array.isArray(content))) return 'openai-chat'
  if (!Array.isArray(content)) return undefined
  for (const part of content) {
    if (!isObject(part)) continue
    if (canonicalParts.includes(part['type'] as string)) return 'canonical'
    if (openAIParts.includes(part['type'] as string)) return 'openai-chat'
    // Both formats have files: one with the data in the part, the other in a separate object.
    if (part['type'] === 'file') return isObject(part['file']) ? 'openai-chat' : 'canonical'
  }
  return undefined
}

/** How many lines of one kind must all fail before that is no accident. */
const fewest = 2

const fix =
  "Pass JSONL with one message per line. Convert a provider's messages first: read the lines as JSON, and pass them to " +
  '`fromAnthropic`, `fromGemini`, `fromOpenAIResponses` or `fromBedrockConverse`. ' +
  'Or set `form`, and lines that are not messages of that form are left out.'

/**
 * Returns the form of a file of which nothing, or nothing of a kind, can be read: it is no session with a few broken lines, and
 * would read as if those of that kind had never been said.
 *
 * @param values The lines that are JSON.
 * @param problems Those of all lines that are not read.
 */
export function unreadForm(
  values: readonly Placed<unknown>[],
  problems: readonly LineProblem[],
): OtherForm | undefined {
  const broken = new Map(problems.map((one) => [one.number, one]))
  const first = problems.find(({ isTorn }) => isTorn !== true)
  if (first === undefined) return undefined
  const lost = lostKind(values, broken)
  if (lost !== undefined) return { form: `lines of which none with ${lost} is a message`, fix }
  const isUnclear = values.every(({ value }) => detectForm(value) === undefined)
  const part = isUnclear ? firstOf(values, ({ value }) => unknownPart(value)) : undefined
  if (part !== undefined) return { form: `messages with parts of the type '${part.slice(0, 40)}'`, fix }
  const isNone = values.every(({ number, value }) => broken.has(number) && roleOf(value) === undefined)
  if (!isNone) return undefined
  const form = values.length === 0 ? 'lines that are not JSON' : 'lines that are not messages'
  return { form: `${form} (line ${first.number} ${first.problem})`, fix }
}

/** Returns a kind all of whose lines are broken. */
function lostKind(values: readonly Placed<unknown>[], broken: ReadonlyMap<number, LineProblem>): string | undefined {
  const counts = new Map<string, { all: number; lost: number }>()
  for (const { number, value } of values) {
    for (const kind of kindsOf(value)) {
      const count = counts.get(kind) ?? { all: 0, lost: 0 }
      counts.set(kind, count)
      count.all++
      if (broken.has(number)) count.lost++
    }
  }
  return [...counts].find(([, { all, lost }]) => all >= fewest && all === lost)?.[0]
}

/** Names the kinds of a line that is a message, if perhaps a broken one. */
function kindsOf(value: unknown): readonly string[] {
  const role = roleOf(value)
  const { role: given, content, tool_calls: calls, tool_call_id: id } = isObject(value) ? value : {}
  const isResult = given === 'tool' && (typeof content === 'string' || id !== undefined)
  const isOfTool = isResult || (Array.isArray(calls) && calls.length > 0)
  return [...(role === undefined ? [] : [`the role '${role}'`]), ...(isOfTool ? ['a call or result of a tool'] : [])]
}

/** Returns the role of a line that is a message, if perhaps a broken one. */
function roleOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const { role, content } = value
  if (role === 'tool') return Array.isArray(content) ? role : undefined
  const isKnown = role === 'user' || role === 'assistant'
  return isKnown && (typeof content === 'string' || Array.isArray(content)) ? role : undefined
}
