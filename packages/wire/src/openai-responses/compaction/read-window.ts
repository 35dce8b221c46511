import type { JsonValue } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import { isTooLarge, noSummary } from '../../shared/compaction/send-compaction.ts'
import { isRecord } from '../../shared/guards.ts'
import { isCompactedWindow, isCompactionItem } from '../encode/summary-items.ts'

export function opaqueText(messages: number): string {
  const what = messages === 1 ? 'One message was' : `${messages} messages were`
  return `${what} compacted by OpenAI. Only OpenAI's models can read the summary.`
}

/**
 * Reads the response of `/responses/compact`: the whole window, which is sent back as it is.
 *
 * @throws LamellaError `WIRE_COMPACTION`
 */
export function readWindow(name: string, response: unknown): JsonValue {
  const output: unknown = isRecord(response) ? response['output'] : undefined
  if (!Array.isArray(output)) throw noSummary(name, 'malformed', 'it has no list of output items')
  const items = (output as readonly unknown[]).filter((item) => isRecord(item) && item['type'] === 'compaction')
  if (items.length === 0) throw noSummary(name, 'missing', 'it contains no compaction item')
  if (items.length > 1) throw noSummary(name, 'several', `it contains ${items.length} compaction items instead of one`)
  const [item] = items
  const content: unknown = isRecord(item) ? item['encrypted_content'] : undefined
  if (typeof content !== 'string' || content === '') {
    throw noSummary(name, 'unsigned', 'the compaction item has no encrypted content')
  }
  let text: string
  try {
    text = JSON.stringify(output)
  } catch {
    throw noSummary(name, 'malformed', 'it is not JSON')
  }
  // A lone surrogate, which JSON escapes, cannot be sent back.
  if (!isCompactedWindow(output) || /\\ud[89a-f]/i.test(text.replaceAll('\\\\', ''))) {
    throw noSummary(name, 'malformed', 'it contains items that cannot be sent back')
  }
  const window = JSON.parse(text) as JsonValue
  if (isTooLarge({ format: 'openai-responses', content: window })) {
    throw noSummary(name, 'too-large', `it has ${text.length} characters`)
  }
  return window
}

/**
 * Returns the compaction that the API has written into an answer because the conversation reached the threshold of
 * `context_management`, for `store.compactions.add`; `undefined` if there is none. Of several, the last one counts.
 *
 * @param response The API's response, or its output items.
 * @param position The position of the answer in its session: everything before it is what the compaction replaces.
 * @param text A readable summary of the same messages. Without it, only OpenAI can read the compaction, and the text says so.
 * @example
 * const { start, revision } = await store.append(scope, 'telegram_4711', fromOpenAIResponses(response.output))
 * const compaction = compactionInOpenAIResponses(response, start)
 * if (compaction) await store.compactions.add(scope, 'telegram_4711', compaction, { expectedRevision: revision })
 */
export function compactionInOpenAIResponses(
  response: unknown,
  position: number,
  text?: string,
): NewCompaction | undefined {
  const output: unknown = isRecord(response) ? response['output'] : response
  if (!Array.isArray(output) || !Number.isSafeInteger(position) || position < 1) return undefined
  const item: unknown = output.findLast(isCompactionItem)
  if (item === undefined) return undefined
  const native = { format: 'openai-responses', content: [item as JsonValue] }
  return text === undefined
    ? { start: 0, end: position, text: opaqueText(position), native: { ...native, opaque: true } }
    : { start: 0, end: position, text, native }
}
