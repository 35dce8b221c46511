import { isObject } from '@lamella/core/plugin'

/** A request that is longer than the model's window, as the provider says it. Numbers are the provider's tokens. */
export interface ContextLimit {
  /** The most that a request may have; absent where the provider does not say. */
  readonly limit?: number
  /** What the request was counted as; absent where the provider does not say. */
  readonly counted?: number
  /** Whether both numbers include the room for the answer (`max_tokens`). */
  readonly includesOutput: boolean
}

/** A sentence with numbers. */
interface Form {
  readonly pattern: RegExp
  read(numbers: readonly number[]): ContextLimit
}

/**
 * What providers write, with two or three numbers. Read on 2026-11-29:
 *
 * - Anthropic: hjsad1994/Troll-LLM; with `max_tokens`: continuedev/continue#6080, anthropics/claude-code#228.
 * - OpenAI Chat: webtimemachine/wtm2#579 (messages), conghaonet/hao_chatgpt#4 (with the completion); the same words in vLLM
 *   (ruipeterpan/specreason#4) and OpenRouter (refly-ai/refly#1177, "about").
 * - Gemini: google-gemini/gemini-cli#12098.
 */
const forms: readonly Form[] = [
  {
    pattern: /prompt is too long: ([\d,]{1,15}) tokens > ([\d,]{1,15})/i,
    read: ([counted, limit]) => found(limit, counted, false),
  },
  {
    pattern: /exceed context limit:\s{1,9}([\d,]{1,15})\s{1,9}\+\s{1,9}([\d,]{1,15})\s{1,9}>\s{1,9}([\d,]{1,15})/i,
    read: ([input = 0, output = 0, limit]) => found(limit, input + output, true),
  },
  {
    pattern: /input token count \(([\d,]{1,15})\) exceeds the maximum number of tokens allowed \(([\d,]{1,15})\)/i,
    read: ([counted, limit]) => found(limit, counted, false),
  },
  {
    pattern: /maximum context length is ([\d,]{1,15}) tokens\b.{0,40} messages resulted in ([\d,]{1,15}) tokens/i,
    read: ([limit, counted]) => found(limit, counted, false),
  },
  {
    pattern: /maximum context length is ([\d,]{1,15}) tokens\b.{0,40} requested (?:about )?([\d,]{1,15}) tokens/i,
    read: ([limit, counted]) => found(limit, counted, true),
  },
]

/**
 * Codes and sentences without numbers: OpenAI Responses (anomalyco/opencode#6071), llama.cpp (ggml-org/llama.cpp#15780), Amazon
 * Bedrock ("Input is too long for requested model", a `ValidationException`). Read on 2026-11-29.
 */
const withoutNumbers =
  /\bcontext_length_exceeded\b|\bexceed_context_size_error\b|exceeds the context window of this model|input is too long for requested model/i

/** The longest text that is read, in characters: errors say it at their start. */
const longestText = 20_000
/** How deep an error is searched: SDKs wrap the body of a response up to four times. */
const deepest = 6

/**
 * Reads from a provider's error how long a request may be, whichever SDK threw it: the error, its `cause`, the body of the
 * response or its text. `undefined` for every other error.
 *
 * @example
 * try {
 *   await client.messages.create(request)
 * } catch (error) {
 *   const { limit, counted } = contextLimitOf(error) ?? {} // 200000, 205120
 *   if (limit === undefined) throw error
 * }
 */
export function contextLimitOf(error: unknown): ContextLimit | undefined {
  return limitIn(error, deepest, new Set())
}

function limitIn(value: unknown, depth: number, seen: Set<unknown>): ContextLimit | undefined {
  if (typeof value === 'string') return limitInText(value.slice(0, longestText))
  if (depth === 0 || !isObject(value) || seen.has(value)) return undefined
  seen.add(value)
  const { n_ctx: limit, n_prompt_tokens: counted } = value
  if (isCount(limit) && isCount(counted)) return found(limit, counted, false)
  let unnumbered: ContextLimit | undefined
  for (const key of ['message', 'error', 'cause', 'body', 'data', 'responseBody', 'lastError', 'code', 'type']) {
    const inner = limitIn(value[key], depth - 1, seen)
    if (inner?.limit !== undefined) return inner
    unnumbered ??= inner
  }
  return unnumbered
}

function limitInText(text: string): ContextLimit | undefined {
  for (const { pattern, read } of forms) {
    const match = pattern.exec(text)
    if (match) return read(match.slice(1).map((number) => Number(number.replaceAll(',', ''))))
  }
  return withoutNumbers.test(text) ? { includesOutput: false } : undefined
}

function found(limit: number | undefined, counted: number | undefined, includesOutput: boolean): ContextLimit {
  return { ...(isCount(limit) && { limit }), ...(isCount(counted) && { counted }), includesOutput }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
