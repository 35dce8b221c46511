import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import type { ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import type { DecodedResponse } from '../../shared/response/response.ts'
import { openaiResponsesResponses } from './format.ts'

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
