import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { appendText, type Fields, setFields } from '../../shared/response/fields.ts'

const texts = ['text', 'summary', 'data']

/**
 * Puts reasoning details together: pieces of one index and type, or one after the other without index, are one detail.
 * Source: OpenRouter's answers as recorded, and langchain-ai/langchain#36400, which merges them alike. Read on 2026-11-23.
 */
export function appendReasoningDetails(message: Fields, pieces: unknown): void {
  if (!Array.isArray(pieces)) return
  const known = message['reasoning_details'] as Fields[] | undefined
  const details = known ?? []
  message['reasoning_details'] = details
  for (const piece of pieces.filter(isRecord)) {
    const last = details.findLast((detail) => isSame(detail, piece))
    const own = last ?? {}
    if (last === undefined) details.push(own)
    setFields(own, piece, texts)
    for (const name of texts) appendText(own, name, piece[name])
  }
}

function isSame(detail: UnknownRecord, piece: UnknownRecord): boolean {
  // A signed detail is whole.
  return detail['index'] === piece['index'] && detail['type'] === piece['type'] && detail['signature'] === undefined
}
