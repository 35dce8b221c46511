import type { ReasoningPart } from '@lamella/core'
import { isRecord } from '../../shared/guards.ts'
import { atPart, cleanText, lose, mend } from '../../shared/ledger.ts'
import { withExtraFields } from '../../shared/provider-fields.ts'
import type { PlacedPart } from '../../shared/segments.ts'
import { foreignThinking, isForeign, isStale, staleThinking } from '../../shared/stale-thinking.ts'
import { isItemId } from '../item-types.ts'
import type { OpenAIResponsesReasoning } from '../items.ts'
import { bindsReasoning } from '../models.ts'
import { readFields } from '../provider-fields.ts'
import type { ResponsesState } from './state.ts'

/** Reasoning parts with the same id, which form one item: each is a text of its summary. */
export interface Reasoning {
  readonly id: string
  /** The index of its first part. */
  readonly index: number
  readonly texts: string[]
  parts: number
  encrypted: string | undefined
  extra: unknown
}

const none: ReadonlyMap<string, Reasoning> = new Map()

/** Returns the reasoning of an answer by id. Reasoning that cannot be sent, or that the API would remove, is reported. */
export function reasoningOf(state: ResponsesState, parts: readonly PlacedPart[]): ReadonlyMap<string, Reasoning> {
  if (!parts.some(({ part }) => part.type === 'reasoning')) return none
  const found = new Map<string, Reasoning>()
  for (const { part, index } of parts) {
    if (part.type !== 'reasoning') continue
    readReasoning(atPart(state, index), part, index, found)
  }
  for (const { index, texts, parts: count } of found.values()) {
    // If there is no summary, the only part has no text.
    if (count === 1 || texts.length === count) continue
    mend(atPart(state, index), 'empty-text', 'An empty summary is left out.')
  }
  return found
}

function readReasoning(state: ResponsesState, part: ReasoningPart, index: number, found: Map<string, Reasoning>): void {
  const fields = readFields(state, part.providerOptions, ['itemId', 'reasoningEncryptedContent', 'itemExtra'])
  const { itemId: id, reasoningEncryptedContent: encrypted } = fields
  if (isForeign(part)) {
    lose(state, 'reasoning', foreignThinking)
    return
  }
  if (isStale(part) && bindsReasoning(state.base.model)) {
    lose(state, 'reasoning', staleThinking)
    return
  }
  if (!isItemId(id, 'reasoning')) {
    lose(state, 'reasoning', 'OpenAI Responses accepts only its own reasoning, with its id.')
    return
  }
  const before = found.get(id)
  const reasoning: Reasoning = before ?? {
    id,
    index,
    texts: [],
    parts: 0,
    encrypted: undefined,
    extra: fields.itemExtra,
  }
  if (before === undefined) found.set(id, reasoning)
  reasoning.parts++
  if (part.text !== '') reasoning.texts.push(cleanText(state, part.text))
  // The AI SDK writes it with every text, or only with the last one.
  if (typeof encrypted === 'string' && encrypted !== '') reasoning.encrypted = cleanText(state, encrypted)
  else if ((encrypted ?? undefined) !== undefined) lose(state, 'provider-options', 'Encrypted reasoning must be text.')
}

export function encodeReasoning(
  state: ResponsesState,
  { id, texts, encrypted, extra }: Reasoning,
): OpenAIResponsesReasoning {
  const wire: OpenAIResponsesReasoning = {
    type: 'reasoning',
    id,
    summary: texts.map((text) => ({ type: 'summary_text', text })),
    ...(encrypted !== undefined && { encrypted_content: encrypted }),
  }
  if (!isRecord(extra)) return withExtraFields(state, wire, extra, [])
  // Open models return their thoughts in `content`, which is otherwise an extra field of the item. The API refuses the status
  // that it returns: "Unknown parameter: 'input[1].status'" (BerriAI/litellm#13420, digitallyinduced/haskell-agent#689).
  const { status: _, ...others } = extra
  return withExtraFields(state, wire, others, ['encrypted_content', 'role'])
}
