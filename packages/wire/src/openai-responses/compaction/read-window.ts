import type { JsonValue } from '@lamella/core'
import { isTooLarge, noSummary } from '../../shared/compaction/send-compaction.ts'
import { isRecord } from '../../shared/guards.ts'
import { isCompactedWindow } from '../compaction-items.ts'

/** Returns the text of a summary that only OpenAI can read. */
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
