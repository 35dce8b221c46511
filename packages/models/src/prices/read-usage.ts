import { isObject } from '@lamella/core/plugin'
import type { BilledTokens } from './cost-of.ts'

/** A response, and what was billed for it. */
export interface ReadUsage {
  /** The model that answered, as the response names it. */
  readonly model?: string
  readonly usage: BilledTokens
  /** The size of the conversation: `usage` of `run.append` takes it. */
  readonly context: ContextTokens
}

/** What the last request was counted as: it is billed as `usage`, unless the provider made several requests for one answer. */
export interface ContextTokens {
  readonly input: number
  readonly output: number
  /** Of the output: reasoning, which is not shown again everywhere. */
  readonly reasoning?: number
}

/** Where a line of a log may hold the response. */
const places = ['response', 'body', 'message', 'data', 'result', 'output']

/** The levels at which a response is looked for. */
const deepest = 3

/**
 * Returns the billed tokens of a recorded response, whole or the line of a log that holds one: of OpenAI (Chat and Responses),
 * Anthropic, Gemini, Bedrock Converse, the AI SDK, and logs with `input`, `output`, `cacheRead` and `cacheWrite`. `undefined` for
 * anything else, and for numbers that are none. Reads the counts alone, whatever the rest is; to read a whole response use
 * `@lamella/wire`.
 *
 * Fields: openai 6.49.0 (`CompletionUsage`, `ResponseUsage`), @anthropic-ai/sdk 1.12.0 (`Usage`), @google/genai
 * (`UsageMetadata`), Converse (`TokenUsage`), ai 6 (`LanguageModelUsage`). Read on 2026-11-24.
 *
 * @example
 * readUsage({ model: 'gpt-4o', usage: { prompt_tokens: 100, completion_tokens: 7 } })
 * // { model: 'gpt-4o', usage: { inputTokens: 100, outputTokens: 7 } }
 */
export function readUsage(response: unknown): ReadUsage | undefined {
  return search(response, deepest)
}

function search(value: unknown, levels: number): ReadUsage | undefined {
  if (!isObject(value)) return undefined
  const usage = usageIn(value['usage']) ?? usageIn(value['usageMetadata'])
  const model = [value['model'], value['modelId'], value['modelVersion']].find((one) => typeof one === 'string') as
    | string
    | undefined
  if (usage) return { ...(model !== undefined && { model }), usage, context: contextIn(value, usage) }
  if (levels === 0) return undefined
  for (const place of places) {
    const found = search(value[place], levels - 1)
    if (found) return { ...(model !== undefined && { model }), ...found }
  }
  return undefined
}

/**
 * Anthropic, `usage.iterations`: with its own tools, compaction or a fallback, the size of the context is that of the last `message`;
 * with a `fallback_message`, that of the top level. Types of @anthropic-ai/sdk 1.14.0, read on 2026-11-27.
 */
function contextIn(
  { usage: own, usageMetadata }: Fields,
  { inputTokens: input, outputTokens: output }: BilledTokens,
): ContextTokens {
  const fields = isObject(own) ? own : {}
  const list: readonly unknown[] = Array.isArray(fields['iterations']) ? fields['iterations'] : []
  const isOfType =
    (type: string) =>
    (one: unknown): boolean =>
      isObject(one) && one['type'] === type
  const last = list.some(isOfType('fallback_message')) ? undefined : usageIn(list.findLast(isOfType('message')))
  const details = [fields['completion_tokens_details'], fields['output_tokens_details']].find(isObject) ?? {}
  const { thoughtsTokenCount: thoughts } = isObject(usageMetadata) ? usageMetadata : fields
  const reasoning = details['reasoning_tokens'] ?? details['thinking_tokens'] ?? thoughts
  return {
    ...(last ? { input: last.inputTokens, output: last.outputTokens } : { input, output }),
    ...(isCount(reasoning) && { reasoning: reasoning as number }),
  }
}

type Fields = Readonly<Record<string, unknown>>

function usageIn(usage: unknown): BilledTokens | undefined {
  if (!isObject(usage)) return undefined
  const read = readers.map((reader) => reader(usage)).find((found) => found !== undefined)
  if (!read) return undefined
  const { counts, writes = {} } = read
  if (!isCount(counts.input) || !isCount(counts.output)) return undefined
  if ([counts.read, counts.write].some((count) => count !== undefined && !isCount(count))) return undefined
  const lives = Object.entries(writes).filter((entry): entry is [string, number] => isCount(entry[1]) && entry[1] !== 0)
  return {
    inputTokens: counts.input as number,
    ...(counts.read !== undefined && { cachedInputTokens: counts.read as number }),
    ...(counts.write !== undefined && { cacheWriteTokens: counts.write as number }),
    ...(lives.length > 0 && { cacheWrites: Object.fromEntries(lives) }),
    outputTokens: counts.output as number,
  }
}

interface Counts {
  readonly counts: {
    readonly input: unknown
    readonly read?: unknown
    readonly write?: unknown
    readonly output: unknown
  }
  readonly writes?: Fields
}

const readers: readonly ((usage: Fields) => Counts | undefined)[] = [
  // OpenAI Chat.
  (usage) => {
    const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = usage
    return input === undefined ? undefined : { counts: { ...cached(details), input, output: output ?? 0 } }
  },
  // Anthropic: its input is without the cache. OpenAI Responses has the same names, but input with the cache.
  (usage) => {
    const { input_tokens: input, output_tokens: output, input_tokens_details: details } = usage
    if (input === undefined) return undefined
    if (details !== undefined || usage['total_tokens'] !== undefined) {
      return { counts: { ...cached(details), input, output } }
    }
    const [read, write] = [usage['cache_read_input_tokens'] ?? 0, usage['cache_creation_input_tokens'] ?? 0]
    const lives = isObject(usage['cache_creation']) ? usage['cache_creation'] : {}
    return {
      counts: { input: sum(input, read, write), read, write, output },
      writes: { '5m': lives['ephemeral_5m_input_tokens'], '1h': lives['ephemeral_1h_input_tokens'] },
    }
  },
  // Gemini: thinking is not among the tokens of the candidates.
  (usage) => {
    const { promptTokenCount: input, candidatesTokenCount: text = 0, thoughtsTokenCount: thought = 0 } = usage
    if (input === undefined) return undefined
    const tools = usage['toolUsePromptTokenCount'] ?? 0
    const read = usage['cachedContentTokenCount']
    return { counts: { input: sum(input, tools), output: sum(text, thought), ...(read !== undefined && { read }) } }
  },
  // Bedrock Converse, whose input is without the cache, and the AI SDK, whose input is with it.
  (usage) => {
    const { inputTokens: input, outputTokens: output, inputTokenDetails: details, cachedInputTokens } = usage
    if (input === undefined) return undefined
    if (isObject(details)) {
      return { counts: { input, output, read: details['cacheReadTokens'], write: details['cacheWriteTokens'] } }
    }
    if (cachedInputTokens !== undefined) return { counts: { input, output, read: cachedInputTokens } }
    const [read, write] = [usage['cacheReadInputTokens'] ?? 0, usage['cacheWriteInputTokens'] ?? 0]
    return { counts: { input: sum(input, read, write), read, write, output } }
  },
  // Logs of agents: all four are apart.
  (usage) => {
    const { input, output, cacheRead: read = 0, cacheWrite: write = 0 } = usage
    return input === undefined ? undefined : { counts: { input: sum(input, read, write), read, write, output } }
  },
]

function cached(details: unknown): { readonly read?: unknown; readonly write?: unknown } {
  if (!isObject(details)) return {}
  const [read, write] = [details['cached_tokens'], details['cache_write_tokens']]
  return { ...(read !== undefined && { read }), ...(write !== undefined && { write }) }
}

/** The sum of numbers of tokens; something that is no number if one of them is not. */
function sum(...counts: readonly unknown[]): number {
  return counts.reduce<number>((total, count) => total + (isCount(count) ? (count as number) : Number.NaN), 0)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
