import type { WireContext, WithModel } from '../shared/wire-context.ts'
import { encodeAnthropic } from './encode/encode.ts'
import type { AnthropicOptions } from './encode/options.ts'
import type { AnthropicRequest } from './types.ts'

/**
 * Writes a context as the body of `client.messages.create`. What the format cannot carry goes to `options.onLoss`;
 * `encodeAnthropic` gives it as a list, together with the tool names that were changed.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`, `OPTION_INVALID`
 * @example
 * const request = toAnthropic(context, { model: 'claude-opus-4-8', cache: true })
 * await client.messages.create(request)
 */
export function toAnthropic(
  context: WireContext,
  options: AnthropicOptions & { readonly model: string },
): AnthropicRequest & { readonly model: string }
export function toAnthropic(
  context: WireContext & WithModel,
  options?: AnthropicOptions,
): AnthropicRequest & { readonly model: string }
export function toAnthropic(context: WireContext, options?: AnthropicOptions): AnthropicRequest
export function toAnthropic(context: WireContext, options?: AnthropicOptions): AnthropicRequest {
  return encodeAnthropic(context, options).request
}
