import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import { readAnthropicCache, readMismatches } from '../../shared/response/diagnosis.ts'
import { finishReasonOf } from '../../shared/response/finish-reasons.ts'
import type { Mends } from '../../shared/response/mends.ts'
import type { ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { DecodedResponse } from '../../shared/response/response.ts'
import { decodeUsable } from '../../shared/response/usable-parts.ts'
import { countOf, sumOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromAnthropic } from '../decode/decode.ts'
import { accumulateAnthropic } from './accumulate.ts'
import { usableContent } from './content.ts'

/**
 * Decodes a whole response of Anthropic Messages as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeAnthropicResponse(await client.messages.create(request))
 */
export function decodeAnthropicResponse(body: unknown, options: ResponseOptions = {}): DecodedResponse {
  return decodeResponseWith(anthropicResponses, 'decodeAnthropicResponse', body, options)
}

/**
 * Decodes a streamed response of Anthropic Messages.
 *
 * @param source The response of `fetch`, its body, or the SDK's stream of events.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const stream = decodeAnthropicStream(await fetch(url, { method: 'POST', headers, body }))
 * for await (const delta of stream) if (delta.type === 'text') process.stdout.write(delta.text)
 * const { messages, calls, usage } = await stream.response()
 */
export function decodeAnthropicStream(source: StreamSource, options: StreamOptions = {}): DecodedStream {
  return decodeStreamWith(anthropicResponses, 'decodeAnthropicStream', source, options)
}

const title = 'Anthropic Messages'

/** Responses of Anthropic Messages. */
const anthropicResponses: ResponseFormat = { title, hasChoices: false, read, begin: accumulateAnthropic }

function read(body: UnknownRecord, _choice: number, mends: Mends): ReadResponse {
  const { content, stop_reason: reason, usage } = body
  const isMessage = body['type'] === 'message' && (typeof content === 'string' || content === null)
  if (!Array.isArray(content) && !isMessage)
    throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const { blocks, torn } = usableContent(content, body['id'], mends)
  const rawFinishReason = typeof reason === 'string' ? reason : undefined
  return {
    messages: decodeUsable(blocks, 'content', (list) => fromAnthropic([{ role: 'assistant', content: list }]), mends),
    torn,
    finishReason: finishReasonOf(rawFinishReason),
    rawFinishReason,
    usage: readUsage(usage),
    diagnosis: { ...readMismatches(body['input_transformations']), ...readAnthropicCache(body['diagnostics']) },
  }
}

/**
 * Source: @anthropic-ai/sdk 1.12.0, `Usage`: the input is the sum of three fields; `OutputTokensDetails`. Read on 2026-11-23.
 */
function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage) || countOf(usage, 'input_tokens') === undefined) return undefined
  const [read, written] = ['cache_read_input_tokens', 'cache_creation_input_tokens'] as const
  return usageOf({
    inputTokens: sumOf(usage, 'input_tokens', read, written),
    cachedInputTokens: countOf(usage, read),
    cacheWriteTokens: countOf(usage, written),
    outputTokens: countOf(usage, 'output_tokens'),
    reasoningTokens: countOf(usage['output_tokens_details'], 'thinking_tokens'),
  })
}
