import type { JsonValue } from '@lamella/core'
import type { CompactionAnswer, NewCompaction } from '@lamella/core/plugin'
import { charactersPerToken, isTooLarge, noSummary } from '../../shared/compaction/send-compaction.ts'
import { isBlank, isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { isCompaction, isSigned } from '../compaction-block.ts'
import { typeOf } from '../conversation.ts'

/** The format of native summaries that the Anthropic encoder writes. */
const anthropicFormat = 'anthropic'

/**
 * Reads the response to a request for a summary: one signed block, and nothing else.
 *
 * @param maxTokens The most tokens that the summary can have.
 * @throws LamellaError `WIRE_COMPACTION`
 */
export function readCompaction(
  name: string,
  response: unknown,
  maxTokens: number,
): Required<Pick<CompactionAnswer, 'text' | 'native'>> {
  if (!isRecord(response) || !Array.isArray(response['content'])) {
    throw noSummary(name, 'malformed', 'it has no list of content blocks')
  }
  const { content, stop_reason: stop } = response
  const stopReason = typeof stop === 'string' ? stop : undefined
  const blocks = (content as readonly unknown[]).filter((block) => typeOf(block) === 'compaction') as UnknownRecord[]
  const [block] = blocks
  if (block === undefined || (block['content'] ?? undefined) === undefined) {
    throw noSummary(
      name,
      'missing',
      `it contains no compaction block (stop reason: ${stopReason ?? 'none'})`,
      stopReason,
    )
  }
  if (content.length > 1) throw noSummary(name, 'several', `it contains ${content.length} blocks instead of one`)
  if (stopReason !== 'compaction') {
    throw noSummary(name, 'malformed', `its stop reason is ${stopReason ?? 'missing'}, not compaction`, stopReason)
  }
  const { content: text } = block
  if (typeof text !== 'string') throw noSummary(name, 'malformed', 'the summary is not text')
  if (isBlank(text)) throw noSummary(name, 'empty', 'the summary is empty')
  if (!isSigned(block)) throw noSummary(name, 'unsigned', 'the compaction block has no signature')
  const native = { format: anthropicFormat, content: copyOf(name, block) }
  if (text.length > maxTokens * charactersPerToken || isTooLarge(native)) {
    throw noSummary(name, 'too-large', `it has ${text.length} characters, for ${maxTokens} tokens`)
  }
  return { text, native }
}

/** Returns the block as it was received, without sharing objects with the caller. */
function copyOf(name: string, block: unknown): JsonValue {
  let text: string | undefined
  try {
    text = JSON.stringify(block)
  } catch {
    text = undefined
  }
  // A lone surrogate, which JSON escapes, cannot be sent back.
  if (text === undefined || /\\ud[89a-f]/i.test(text.replaceAll('\\\\', ''))) {
    throw noSummary(name, 'malformed', 'it is not JSON that can be sent back')
  }
  return JSON.parse(text) as JsonValue
}

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
