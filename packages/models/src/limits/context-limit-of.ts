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

/**
 * What providers write, by what the numbers are: the `input`, the `output` that was asked for, the `total` of both, and the `limit`.
 * Read on 2026-11-30:
 *
 * - Anthropic: hjsad1994/Troll-LLM; with `max_tokens`: continuedev/continue#6080, anthropics/claude-code#228.
 * - Gemini: google-gemini/gemini-cli#12098; on Vertex: NousResearch/hermes-agent#57275.
 * - OpenAI Chat: webtimemachine/wtm2#579 (messages), conghaonet/hao_chatgpt#4 (with the completion); the same words in DeepSeek
 *   (evalstate/fast-agent#621), vLLM (ruipeterpan/specreason#4) and OpenRouter (refly-ai/refly#1177, "about").
 * - vLLM: earendil-works/pi#5930 ("at least"), QwenLM/Qwen-Agent#759, anomalyco/opencode#17746; for `max_tokens` its own
 *   `get_max_tokens`.
 * - SGLang and Together: QwenLM/Qwen3#1321, sgl-project/sglang#4048; its own `TokenizerManager` ("a total of").
 * - xAI: cline/cline#3120. Mistral: earendil-works/pi, `overflow.ts`. Moonshot: MoonshotAI/kimi-cli#2011, its page of errors
 *   (the sum with `max_tokens`). GitHub Copilot: code `model_max_prompt_tokens_exceeded`. Alibaba: QwenLM/Qwen-Agent#615.
 * - LM Studio: lmstudio-ai/lmstudio-bug-tracker#546. Ollama's cloud, llama.cpp: their own sentences. Text Generation Inference:
 *   huggingface/llm-vscode#94.
 */
const forms: readonly RegExp[] = [
  /prompt is too long: (?<input>[\d,]{1,15})(?: tokens >|, model maximum context length:) (?<limit>[\d,]{1,15})/i,
  /exceed context limit:\s{1,9}(?<input>[\d,]{1,15})\s{1,9}\+\s{1,9}(?<output>[\d,]{1,15})\s{1,9}>\s{1,9}(?<limit>[\d,]{1,15})/i,
  /input token count \((?<input>[\d,]{1,15})\) exceeds the maximum number of tokens allowed \((?<limit>[\d,]{1,15})\)/i,
  /input token count is (?<input>[\d,]{1,15}) but model only supports up to (?<limit>[\d,]{1,15})/i,
  /is too large: (?<output>[\d,]{1,15})\..{0,40} context length is (?<limit>[\d,]{1,15}) tokens and your request has (?<input>[\d,]{1,15}) input/i,
  /context length is (?<limit>[\d,]{1,15}) tokens\b.{0,40} requested (?<output>[\d,]{1,15}) output tokens and your prompt contains (?:at least )?(?<input>[\d,]{1,15}) input/i,
  /context length is (?<limit>[\d,]{1,15}) tokens\b.{0,40} requested (?:about )?(?<total>[\d,]{1,15}) tokens/i,
  /context length is (?<limit>[\d,]{1,15}) tokens\b.{0,40} (?:messages resulted in|your request has) (?<input>[\d,]{1,15}) (?:input )?tokens/i,
  /passed (?<input>[\d,]{1,15}) input tokens and requested (?<output>[\d,]{1,15}) output tokens\b.{0,40} context length is only (?<limit>[\d,]{1,15}) tokens/i,
  /context length of (?<limit>[\d,]{1,15}) tokens\. You requested a total of (?<total>[\d,]{1,15}) tokens/i,
  /input(?: length)? \((?<input>[\d,]{1,15})(?: tokens)?\) (?:exceeds|is longer than) .{0,30}length \((?<limit>[\d,]{1,15})/i,
  /input length (?<input>[\d,]{1,15}) exceeds the maximum allowed input length of (?<limit>[\d,]{1,15})/i,
  /maximum prompt length is (?<limit>[\d,]{1,15}) but the request contains (?<input>[\d,]{1,15}) tokens/i,
  /prompt contains (?<input>[\d,]{1,15}) tokens\b.{0,40} too large for model with (?<limit>[\d,]{1,15}) maximum context length/i,
  /exceeded model token limit: (?<limit>[\d,]{1,15}) \(requested: (?<total>[\d,]{1,15})\)/i,
  /prompt token count of (?<input>[\d,]{1,15}) exceeds the limit of (?<limit>[\d,]{1,15})/i,
  /keep the first (?<input>[\d,]{1,15}) tokens\b.{0,80} context length of only (?<limit>[\d,]{1,15}) tokens/i,
  /request \((?<input>[\d,]{1,15}) tokens\) exceeds the available context size \((?<limit>[\d,]{1,15}) tokens\)/i,
  /max_new_tokens. must be <= (?<limit>[\d,]{1,15})\. Given: (?<input>[\d,]{1,15}) .inputs. tokens and (?<output>[\d,]{1,15})/i,
  /range of input length should be \[1, ?(?<limit>[\d,]{1,15})\]/i,
]

/**
 * Codes and sentences without numbers: OpenAI Responses (anomalyco/opencode#6071), llama.cpp (ggml-org/llama.cpp#15780), Amazon
 * Bedrock ("Input is too long for requested model", a `ValidationException`), MiniMax, Ollama. Read on 2026-11-30.
 */
const withoutNumbers =
  /\bcontext_length_exceeded\b|\bexceed_context_size_error\b|exceeds the context window of this model|input is too long for requested model|context window exceeds limit|prompt too long; exceeded (?:max )?context length/i

/** The longest text that is read, in characters: errors say it at their start. */
const longestText = 20_000
/** How deep an error is searched: SDKs wrap the body of a response up to four times, and OpenRouter that of another provider. */
const deepest = 6

const places = [
  'message',
  'error',
  'cause',
  'body',
  'data',
  'responseBody',
  'lastError',
  'metadata',
  'raw',
  'code',
  'type',
]

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
  for (const key of places) {
    const inner = limitIn(value[key], depth - 1, seen)
    if (inner?.limit !== undefined) return inner
    unnumbered ??= inner
  }
  return unnumbered
}

function limitInText(text: string): ContextLimit | undefined {
  for (const form of forms) {
    const numbers = form.exec(text)?.groups
    if (numbers === undefined) continue
    const [limit, input, output, total] = ['limit', 'input', 'output', 'total'].map((name) => numberOf(numbers[name]))
    const sum = input === undefined ? undefined : input + (output ?? 0)
    return found(limit, total ?? sum, (total ?? output) !== undefined)
  }
  return withoutNumbers.test(text) ? { includesOutput: false } : undefined
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text.replaceAll(',', ''))
}

function found(limit: number | undefined, counted: number | undefined, includesOutput: boolean): ContextLimit {
  return { ...(isCount(limit) && { limit }), ...(isCount(counted) && { counted }), includesOutput }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
