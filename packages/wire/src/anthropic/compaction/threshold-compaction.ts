import type { JsonValue } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import { isBlank, isRecord } from '../../shared/guards.ts'
import { isCompaction } from '../compaction-block.ts'
import { anthropicFormat } from './read-compaction.ts'

/**
 * Returns the summary that the API has written into an answer because the conversation reached the threshold of
 * `context_management`, for `store.compactions.add`; `undefined` if it has written none, or failed to. Of several, the last one
 * counts.
 *
 * @param response The API's response, or its content blocks.
 * @param position The position of the answer in its session: everything before it is what the summary replaces.
 * @example
 * const { start, revision } = await store.append(scope, 'telegram_4711', fromAnthropic([{ role: 'assistant', content }]))
 * const compaction = compactionInAnthropic(content, start)
 * if (compaction) await store.compactions.add(scope, 'telegram_4711', compaction, { expectedRevision: revision })
 */
export function compactionInAnthropic(response: unknown, position: number): NewCompaction | undefined {
  const content: unknown = isRecord(response) ? response['content'] : response
  if (!Array.isArray(content) || !Number.isSafeInteger(position) || position < 1) return undefined
  const block: unknown = content.findLast((one: unknown) => isCompaction(one) && !isBlank(one.content))
  if (!isCompaction(block)) return undefined
  // The decoder leaves out the cache mark of a block, too, and keeps all else.
  const { cache_control: _, ...native } = block
  const summary = { format: anthropicFormat, content: native as unknown as JsonValue }
  return { start: 0, end: position, text: block.content, native: summary }
}
