import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import { readMismatches, readOpenAICache } from '../../shared/response/diagnosis.ts'
import { finishReasonOf } from '../../shared/response/finish-reasons.ts'
import type { Mends } from '../../shared/response/mends.ts'
import type { ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { DecodedResponse } from '../../shared/response/response.ts'
import { decodeUsable } from '../../shared/response/usable-parts.ts'
import { countOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromOpenAIResponses } from '../decode/decode.ts'
import { accumulateResponses } from './accumulate.ts'
import { usableOutput } from './output.ts'

/**
 * Decodes a whole response of OpenAI Responses as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeOpenAIResponsesResponse(await client.responses.create(request))
 */
export function decodeOpenAIResponsesResponse(body: unknown, options: ResponseOptions = {}): DecodedResponse {
  return decodeResponseWith(openaiResponsesResponses, 'decodeOpenAIResponsesResponse', body, options)
}

/**
 * Decodes a streamed response of OpenAI Responses.
 *
 * @param source The response of `fetch`, its body, or the SDK's stream of events.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const stream = decodeOpenAIResponsesStream(await fetch(url, { method: 'POST', headers, body }))
 * for await (const delta of stream) if (delta.type === 'text') process.stdout.write(delta.text)
 * const { messages, calls, usage } = await stream.response()
 */
export function decodeOpenAIResponsesStream(source: StreamSource, options: StreamOptions = {}): DecodedStream {
  return decodeStreamWith(openaiResponsesResponses, 'decodeOpenAIResponsesStream', source, options)
}

const title = 'OpenAI Responses'

/** Responses of OpenAI Responses. */
const openaiResponsesResponses: ResponseFormat = { title, hasChoices: false, read, begin: accumulateResponses }

function read(body: UnknownRecord, _choice: number, mends: Mends): ReadResponse {
  const { output, status, incomplete_details: details, usage } = body
  if (!Array.isArray(output)) throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const { items, torn } = usableOutput(output, body['id'], mends)
  const reason = isRecord(details) ? details['reason'] : undefined
  const rawFinishReason = [reason, status].find((value) => typeof value === 'string')
  return {
    messages: decodeUsable(items, 'output', fromOpenAIResponses, mends),
    torn,
    finishReason: finishReasonOf(rawFinishReason),
    rawFinishReason,
    usage: readUsage(usage),
    diagnosis: {
      ...readMismatches(body['input_transformations']),
      ...readOpenAICache(body['prompt_cache_diagnostics']),
    },
  }
}

/** Source: openai 6.49.0, `ResponseUsage`: the totals contain the details. Read on 2026-11-23. */
function readUsage(usage: unknown): Usage | undefined {
  const { input_tokens_details: input, output_tokens_details: output } = isRecord(usage) ? usage : {}
  return usageOf({
    inputTokens: countOf(usage, 'input_tokens'),
    cachedInputTokens: countOf(input, 'cached_tokens'),
    cacheWriteTokens: countOf(input, 'cache_write_tokens'),
    outputTokens: countOf(usage, 'output_tokens'),
    reasoningTokens: countOf(output, 'reasoning_tokens'),
  })
}
