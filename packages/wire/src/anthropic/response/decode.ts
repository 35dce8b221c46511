import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import type { ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import type { DecodedResponse } from '../../shared/response/response.ts'
import { anthropicResponses } from './format.ts'

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
