import { type Ledger, lose } from '../../shared/ledger.ts'
import { bindsThinking, isOnBedrock } from '../models.ts'
import type { AnthropicThinking } from '../types.ts'

/**
 * Returns the thinking of a request in which the API itself drops thinking that is no longer valid; `undefined` for models
 * that do not check it, and where the API has no field for it: then the encoder leaves it out.
 *
 * Source: Anthropic, "Preserved thinking", "Decide what happens on a mismatch"; @anthropic-ai/sdk 1.12.0,
 * `BetaThinkingConfigAdaptive` (with `BetaThinkingConfigEnabled` the only one with `block_binding`);
 * anomalyco/opencode#46729 (Amazon Bedrock refuses the field). Read on 2026-11-23.
 */
export function dropsStale(
  ledger: Ledger,
  thinking: AnthropicThinking | undefined,
  model: string | undefined,
): AnthropicThinking | undefined {
  if (!bindsThinking(model)) return undefined
  const why = isOnBedrock(model) ? 'Amazon Bedrock does not support' : 'a request without thinking cannot have'
  // Those that check thinking think by default, and adaptively.
  const { type } = thinking ?? { type: 'adaptive' }
  if (isOnBedrock(model) || type !== 'adaptive')
    return void lose(ledger, 'parameter', `Stale thinking is left out: ${why} thinking.block_binding.`)
  const { block_binding: own, ...rest } = { type, ...thinking } as AnthropicThinking & { type: 'adaptive' }
  return { ...rest, block_binding: { ...own, prefix_mismatch_behavior: 'drop_block' } }
}
