import type { WireContext, WithModel } from '../shared/wire-context.ts'
import { encodeOpenAIChat, type OpenAIChatOptions } from './encode/encode.ts'
import type { OpenAIChatRequest } from './types.ts'

/**
 * Writes a context as the body of `client.chat.completions.create`. What the format cannot carry goes to
 * `options.onLoss`; `encodeOpenAIChat` gives it as a list, together with the tool names that were changed.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`
 * @example
 * const request = toOpenAIChat(context, { model: 'gpt-4o', onLoss: (loss) => console.warn(loss.message) })
 * await client.chat.completions.create(request)
 */
export function toOpenAIChat(
  context: WireContext,
  options: OpenAIChatOptions & { readonly model: string },
): OpenAIChatRequest & { readonly model: string }
export function toOpenAIChat(
  context: WireContext & WithModel,
  options?: OpenAIChatOptions,
): OpenAIChatRequest & { readonly model: string }
export function toOpenAIChat(context: WireContext, options?: OpenAIChatOptions): OpenAIChatRequest
export function toOpenAIChat(context: WireContext, options?: OpenAIChatOptions): OpenAIChatRequest {
  return encodeOpenAIChat(context, options).request
}
