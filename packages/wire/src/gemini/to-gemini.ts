import type { WireContext } from '../shared/wire-context.ts'
import { encodeGemini } from './encode/encode.ts'
import type { GeminiOptions } from './encode/options.ts'
import type { GeminiRequest } from './types.ts'

/**
 * Writes a context as the body of a `generateContent` request. What the format cannot carry goes to `options.onLoss`;
 * `encodeGemini` gives it as a list, together with the model and the tool names that were changed.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR`, `WIRE_TOO_MANY_TOOLS`, `WIRE_PARAMETER`, `WIRE_UNENCODABLE`
 * @example
 * const body = toGemini(context, { model: 'gemini-2.5-pro', onLoss: (loss) => console.warn(loss.message) })
 * await fetch(`${host}/v1beta/models/gemini-2.5-pro:generateContent`, { method: 'POST', body: JSON.stringify(body) })
 */
export function toGemini(context: WireContext, options?: GeminiOptions): GeminiRequest {
  return encodeGemini(context, options).request
}
