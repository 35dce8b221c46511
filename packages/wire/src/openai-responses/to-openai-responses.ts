import type { WireContext, WithModel } from '../shared/wire-context.ts'
import { encodeOpenAIResponses } from './encode/encode.ts'
import type { OpenAIResponsesOptions } from './encode/options.ts'
import type { OpenAIResponsesRequest } from './types.ts'

/**
 * Writes a context as the body of `client.responses.create`. What the format cannot carry goes to `options.onLoss`;
 * `encodeOpenAIResponses` gives it as a list, together with the tool names that were changed.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`
 * @example
 * const request = toOpenAIResponses(context, { model: 'gpt-5', onLoss: (loss) => console.warn(loss.message) })
 * await client.responses.create(request)
 */
export function toOpenAIResponses(
  context: WireContext,
  options: OpenAIResponsesOptions & { readonly model: string },
): OpenAIResponsesRequest & { readonly model: string }
export function toOpenAIResponses(
  context: WireContext & WithModel,
  options?: OpenAIResponsesOptions,
): OpenAIResponsesRequest & { readonly model: string }
export function toOpenAIResponses(context: WireContext, options?: OpenAIResponsesOptions): OpenAIResponsesRequest
export function toOpenAIResponses(context: WireContext, options?: OpenAIResponsesOptions): OpenAIResponsesRequest {
  return encodeOpenAIResponses(context, options).request
}
