import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import { errorIn } from '../../shared/response/events.ts'
import { finishReasonOf } from '../../shared/response/finish-reasons.ts'
import type { Mends } from '../../shared/response/mends.ts'
import type { ChoiceOption, ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { DecodedResponse } from '../../shared/response/response.ts'
import { countOf, sumOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromOpenAIChat } from '../decode/decode.ts'
import { accumulateChat } from './accumulate.ts'
import { usableMessage } from './message.ts'

/**
 * Decodes a whole response of OpenAI Chat as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeOpenAIChatResponse(await client.chat.completions.create(request))
 */
export function decodeOpenAIChatResponse(body: unknown, options: ResponseOptions & ChoiceOption = {}): DecodedResponse {
  return decodeResponseWith(openaiChatResponses, 'decodeOpenAIChatResponse', body, options)
}

/**
 * Decodes a streamed response of OpenAI Chat. Put `stream_options: { include_usage: true }` into the request for the usage.
 *
 * @param source The response of `fetch`, its body, or the SDK's stream of chunks.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const stream = decodeOpenAIChatStream(await fetch(url, { method: 'POST', headers, body }))
 * for await (const delta of stream) if (delta.type === 'text') process.stdout.write(delta.text)
 * const { messages, calls, usage } = await stream.response()
 */
export function decodeOpenAIChatStream(
  source: StreamSource,
  options: StreamOptions & ChoiceOption = {},
): DecodedStream {
  return decodeStreamWith(openaiChatResponses, 'decodeOpenAIChatStream', source, options)
}

const title = 'OpenAI Chat'

/** Responses of OpenAI Chat, and of servers that are compatible with it. */
const openaiChatResponses: ResponseFormat = { title, hasChoices: true, read, begin: accumulateChat }

function read(body: UnknownRecord, choice: number, mends: Mends): ReadResponse {
  const { choices } = body
  if (!Array.isArray(choices)) throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const all = choices.filter(isRecord)
  const chosen = all.find(({ index }) => (index ?? 0) === choice)
  if (chosen === undefined) throw responseError(title, 'malformed', `The response has no choice ${choice}`)
  const { message, finish_reason: reason } = chosen
  const rawFinishReason = typeof reason === 'string' && reason !== '' ? reason : undefined
  const usable = isRecord(message) ? usableMessage(message, body['id'], mends) : undefined
  const finishReason = finishReasonOf(rawFinishReason)
  return {
    messages: usable === undefined ? [] : fromOpenAIChat([usable.message]),
    torn: usable?.torn ?? [],
    finishReason,
    rawFinishReason,
    // A router that loses the model's server has already answered 200. Source: OpenRouter, "Errors"; genkit-ai/genkit#6259.
    error: finishReason === 'error' || finishReason === 'other' ? errorIn(chosen) : undefined,
    usage: readUsage(body['usage'] ?? Object(body['x_groq'])['usage']),
  }
}

/**
 * Source: openai 6.49.0, `CompletionUsage`: the totals contain the details; read on 2026-11-23. Grok counts reasoning apart
 * (docs.x.ai, "Consumption and rate limits"; vercel/ai#12425), which shows in the total. DeepSeek has its own name for what its cache
 * held (api-docs.deepseek.com, "Context Caching"), and streams of Groq their own place for all of it (vercel/ai#1651); read on
 * 2026-11-30.
 */
function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage
  const reasoningTokens = countOf(output, 'reasoning_tokens')
  const all = sumOf({ ...usage, reasoningTokens }, 'prompt_tokens', 'completion_tokens', 'reasoningTokens')
  const isApart = all === countOf(usage, 'total_tokens')
  return usageOf({
    inputTokens: countOf(usage, 'prompt_tokens'),
    cachedInputTokens: countOf(input, 'cached_tokens') ?? countOf(usage, 'prompt_cache_hit_tokens'),
    cacheWriteTokens: countOf(input, 'cache_write_tokens'),
    outputTokens: sumOf({ ...usage, reasoningTokens }, 'completion_tokens', ...(isApart ? ['reasoningTokens'] : [])),
    reasoningTokens,
  })
}
