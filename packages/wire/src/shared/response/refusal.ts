import { isRecord } from '../guards.ts'
import type { StreamOptions } from './options.ts'
import { type HttpResponse, piecesOf } from './pieces.ts'
import { providerError } from './problem.ts'

const longestRefusal = 65_536

/** Reads the body of an HTTP error as the provider's error. */
export async function refusal(title: string, source: HttpResponse, options: StreamOptions): Promise<Error> {
  let text = ''
  for await (const piece of piecesOf(title, source, options.signal)) {
    text += typeof piece === 'string' ? piece : ''
    if (text.length > longestRefusal) break
  }
  const facts = { status: source.status }
  try {
    const body: unknown = JSON.parse(text)
    // Gemini sends a list with one error.
    const first: unknown = Array.isArray(body) ? body[0] : body
    return providerError(title, (isRecord(first) ? first['error'] : undefined) ?? first, facts)
  } catch {
    return providerError(title, text.slice(0, longestRefusal), facts)
  }
}
