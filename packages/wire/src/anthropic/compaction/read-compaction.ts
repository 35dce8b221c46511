import type { JsonValue } from '@lamella/core'
import type { CompactionAnswer } from '@lamella/core/plugin'
import { charactersPerToken, isTooLarge, noSummary } from '../../shared/compaction/send-compaction.ts'
import { isBlank, isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { isSigned } from '../compaction-block.ts'
import { typeOf } from '../conversation.ts'

/** The format of native summaries that the Anthropic encoder writes. */
export const anthropicFormat = 'anthropic'

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
