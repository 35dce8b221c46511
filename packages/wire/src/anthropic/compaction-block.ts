import type { AssistantPart, JsonValue } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { sameJson } from '../shared/same-json.ts'

/**
 * A summary that the API wrote. Written on demand it is signed, and must be the first content of `messages`, unchanged and
 * alone of its kind. At a threshold it has no signature, is in the answer in which the API wrote it, and the API
 * ignores what precedes it.
 *
 * Source: Anthropic, "Compaction on demand" and "Compaction at a token threshold"; @anthropic-ai/sdk 1.12.0,
 * `BetaCompactionBlock`. Read on 2026-11-23.
 */
export type CompactionBlock = UnknownRecord & { readonly type: 'compaction'; readonly content: string }

/** Whether a value is such a block. One with `content: null` is a summary that failed, which the API ignores. */
export function isCompaction(value: unknown): value is CompactionBlock {
  return isRecord(value) && value['type'] === 'compaction' && typeof value['content'] === 'string'
}

export function isSigned(block: UnknownRecord): boolean {
  return typeof block['signature'] === 'string' && block['signature'] !== ''
}

/** Whether parts of an answer contain a block; a signed one only at their start. */
export function isBlockIn(block: JsonValue, content: string | readonly AssistantPart[]): boolean {
  if (typeof content === 'string' || !isCompaction(block)) return false
  const parts = isSigned(block) ? content.slice(0, 1) : content
  return parts.some((part) => {
    const own: unknown = part.type === 'text' ? part.providerOptions?.['anthropic']?.['block'] : undefined
    return isRecord(own) && sameJson(own, block)
  })
}
