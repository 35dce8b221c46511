import type { JsonValue } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import { isRecord } from '../../shared/guards.ts'
import { isCompactionItem } from '../compaction-items.ts'
import { opaqueText } from './read-window.ts'

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
