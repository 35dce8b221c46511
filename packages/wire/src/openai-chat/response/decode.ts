import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import type { ChoiceOption, ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import type { DecodedResponse } from '../../shared/response/response.ts'
import { openaiChatResponses } from './format.ts'

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
