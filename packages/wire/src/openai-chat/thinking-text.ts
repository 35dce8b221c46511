import { isRecord, listOf } from '../shared/guards.ts'

/**
 * Returns the text of thinking in a content: text, or a list of texts. Source: Mistral, "Reasoning" (`ThinkChunk`);
 * symfony/ai#2422, crmne/ruby_llm#420. Read on 2026-11-30.
 */
export function thinkingText(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking
  return listOf(thinking)
    .map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('')
}
