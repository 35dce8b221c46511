import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import type { ChoiceOption, ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import type { DecodedResponse } from '../../shared/response/response.ts'
import { geminiResponses } from './format.ts'

/**
 * Decodes a whole response of Gemini as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeGeminiResponse(await ai.models.generateContent(parameters))
 */
export function decodeGeminiResponse(body: unknown, options: ResponseOptions & ChoiceOption = {}): DecodedResponse {
  return decodeResponseWith(geminiResponses, 'decodeGeminiResponse', body, options)
}

/**
 * Decodes a streamed response of Gemini: the events of `streamGenerateContent?alt=sse`, or its JSON array without `alt`.
 *
 * @param source The response of `fetch`, its body, or the SDK's stream of chunks.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const stream = decodeGeminiStream(await fetch(url, { method: 'POST', headers, body }))
 * for await (const delta of stream) if (delta.type === 'text') process.stdout.write(delta.text)
 * const { messages, calls, usage } = await stream.response()
 */
export function decodeGeminiStream(source: StreamSource, options: StreamOptions & ChoiceOption = {}): DecodedStream {
  return decodeStreamWith(geminiResponses, 'decodeGeminiStream', source, options)
}
