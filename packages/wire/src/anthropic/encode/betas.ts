import { isRecord, listOf } from '../../shared/guards.ts'
import { isSigned } from '../compaction-block.ts'
import { typeOf } from '../conversation.ts'
import type { AnthropicRequest } from '../types.ts'

/**
 * Returns the betas that a request needs for what it contains, in alphabetical order. Fields that the context passes
 * through unchanged, and Anthropic's own tools, may need others.
 *
 * Source: Anthropic, "Mid-conversation system messages", "Preserved thinking", "Compaction on demand" and "Compaction at a
 * token threshold"; @anthropic-ai/sdk 1.12.0. Read on
 * 2026-11-23.
 */
export function betasOf(request: AnthropicRequest): readonly string[] {
  const { compaction, messages, thinking } = request
  const betas = new Set<string>()
  if (compaction !== undefined) betas.add(onDemand)
  if (listOf(editsOf(request)).some((edit) => typeOf(edit) === 'compact_20260112')) betas.add(atThreshold)
  if (thinking?.type === 'adaptive' && thinking.block_binding !== undefined)
    betas.add('thinking-binding-controls-2026-08-01')
  for (const message of messages as readonly unknown[]) {
    if (!isRecord(message)) continue
    for (const block of listOf(message['content'])) {
      if (isRecord(block) && typeOf(block) === 'compaction') betas.add(isSigned(block) ? onDemand : atThreshold)
    }
    if (message['role'] !== 'system') continue
    if (isRecord(message['output_config'])) betas.add('mid-conversation-output-config-2026-07-01')
    if (message['clear_at'] !== undefined) betas.add('mid-conversation-system-clear-at-2026-08-21')
    for (const block of listOf(message['content'])) {
      const tool = isRecord(block) ? block['tool'] : undefined
      if (!isRecord(tool)) continue
      // The first one covers references, too, but only on the Claude API.
      betas.add(tool['type'] === 'tool_definition' ? inline : byReference)
    }
  }
  if (betas.has(inline)) betas.delete(byReference)
  return [...betas].toSorted()
}

function editsOf(request: AnthropicRequest): unknown {
  const { context_management: management } = request as { readonly context_management?: unknown }
  return isRecord(management) ? management['edits'] : undefined
}

const onDemand = 'compact-2026-09-04'
const atThreshold = 'compact-2026-01-12'
const inline = 'inline-tools-2026-09-15'
const byReference = 'mid-conversation-tool-changes-2026-07-01'
