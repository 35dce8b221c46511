import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../shared/response/accumulator.ts'
import { decodeResponseWith } from '../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../shared/response/decode-stream.ts'
import { finishReasonOf } from '../shared/response/finish-reasons.ts'
import type { Mends } from '../shared/response/mends.ts'
import type { ResponseOptions, StreamOptions } from '../shared/response/options.ts'
import type { StreamSource } from '../shared/response/pieces.ts'
import { responseError } from '../shared/response/problem.ts'
import type { DecodedResponse } from '../shared/response/response.ts'
import { decodeUsable } from '../shared/response/usable-parts.ts'
import { countOf, sumOf, type Usage, usageOf } from '../shared/response/usage.ts'
import { fromBedrockConverse } from './decode.ts'
import { usableBlocks } from './response-content.ts'
import { accumulateConverse } from './response-events.ts'

const title = 'Bedrock Converse'
const path = 'output.message.content'
const responses: ResponseFormat = { title, hasChoices: false, read, begin: accumulateConverse }

/**
 * Decodes a whole response of Converse as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the AWS SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeBedrockConverseResponse(await client.send(new ConverseCommand(input)))
 */
export function decodeBedrockConverseResponse(body: unknown, options: ResponseOptions = {}): DecodedResponse {
  return decodeResponseWith(responses, 'decodeBedrockConverseResponse', body, options)
}

/**
 * Decodes a streamed response of ConverseStream.
 *
 * @param source The AWS SDK's `stream` of events. The binary form in which AWS sends them is not read.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const { stream = [] } = await client.send(new ConverseStreamCommand(input))
 * const { messages, calls, usage } = await decodeBedrockConverseStream(stream).response()
 */
export function decodeBedrockConverseStream(source: StreamSource, options: StreamOptions = {}): DecodedStream {
  return decodeStreamWith(responses, 'decodeBedrockConverseStream', source, options)
}

function read(body: UnknownRecord, _choice: number, mends: Mends): ReadResponse {
  const { output, stopReason, usage } = body
  const message = isRecord(output) ? output['message'] : undefined
  if (!isRecord(message)) throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const { blocks, torn } = usableBlocks(message['content'], mends)
  const rawFinishReason = typeof stopReason === 'string' ? stopReason : undefined
  return {
    messages: decodeUsable(
      blocks,
      path,
      (list) => fromBedrockConverse([{ ...message, role: 'assistant', content: list }]),
      mends,
    ),
    torn,
    finishReason: finishReasonOf(rawFinishReason),
    rawFinishReason,
    usage: readUsage(usage),
  }
}

/**
 * The cache is counted apart. Source: docs.aws.amazon.com/bedrock/latest/APIReference, `TokenUsage`; anomalyco/opencode#38427.
 * Read on 2026-11-23.
 */
function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage) || countOf(usage, 'inputTokens') === undefined) return undefined
  return usageOf({
    inputTokens: sumOf(usage, 'inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'),
    cachedInputTokens: countOf(usage, 'cacheReadInputTokens'),
    cacheWriteTokens: countOf(usage, 'cacheWriteInputTokens'),
    outputTokens: countOf(usage, 'outputTokens'),
    reasoningTokens: undefined,
  })
}
