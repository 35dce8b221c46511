import { checkParameter } from '../../shared/check-parameter.ts'
import { tellLowered } from '../../shared/fit-output.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { type Ledger, lose } from '../../shared/ledger.ts'
import { minThinkingBudget } from '../limits.ts'
import { bindsThinking, isOnBedrock, refusesBudgets, refusesThinkingOff } from '../models.ts'
import type { AnthropicFields } from '../provider-fields.ts'
import type { AnthropicThinking } from '../types.ts'

/** The budget that the AI SDK sends if thinking has no budget. */
const defaultBudget = minThinkingBudget

/** Returns the thinking that the parameters set: in the AI SDK's form (`budgetTokens`), or the API's under `extra`. */
export function askedThinking(ledger: Ledger, { thinking, extra }: AnthropicFields): AnthropicThinking | undefined {
  const asked: unknown = thinking ?? (isRecord(extra) ? extra['thinking'] : undefined)
  if (asked === undefined || asked === null) return undefined
  checkParameter(
    'Anthropic',
    'thinking',
    asked,
    isRecord(asked) && typeof asked['type'] === 'string',
    'an object with a type',
  )
  const { budgetTokens, ...rest } = cleanJson(ledger, asked as UnknownRecord)
  if (rest['type'] !== 'enabled') return rest as unknown as AnthropicThinking
  const { type, budget_tokens, ...others } = rest
  const budget = budgetTokens ?? budget_tokens ?? defaultBudget
  return { type, budget_tokens: budget, ...others } as unknown as AnthropicThinking
}

export function budgetOf(thinking: AnthropicThinking | undefined): number {
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0
  return Number.isSafeInteger(budget) && budget > 0 ? budget : 0
}

/**
 * Returns the thinking that the model supports: models without budgets decide themselves, and thinking stays on for
 * models that cannot answer without it. Source: `refusesBudgets`, `refusesThinkingOff`.
 */
export function thinkingOfModel(
  ledger: Ledger,
  thinking: AnthropicThinking | undefined,
  model: string | undefined,
  effort: unknown,
): AnthropicThinking | undefined {
  if (thinking?.type === 'enabled' && refusesBudgets(model)) {
    const { budget_tokens: _, ...rest } = thinking
    lose(
      ledger,
      'parameter',
      `The model ${model} does not support a thinking budget and decides itself how long it thinks.`,
    )
    return { ...rest, type: 'adaptive' }
  }
  if (thinking?.type !== 'disabled' || !refusesThinkingOff(model, effort)) return thinking
  return void lose(ledger, 'parameter', `The model ${model} cannot answer without thinking, or not at this effort.`)
}

/**
 * Checks that the API accepts the budget.
 *
 * @throws LamellaError `WIRE_PARAMETER`. Source: AN-THINKING-BUDGET.
 */
export function checkBudget(thinking: AnthropicThinking | undefined, maxTokens: number): void {
  if (thinking?.type !== 'enabled') return
  const { budget_tokens: budget } = thinking
  const isValid = Number.isSafeInteger(budget) && budget >= minThinkingBudget && budget < maxTokens
  const expected = `at least ${minThinkingBudget} tokens and below maxOutputTokens, which is ${maxTokens}`
  checkParameter('Anthropic', 'thinking', thinking, isValid, expected)
}

/**
 * Returns the thinking of a request: none where the API rejects manual thinking, since the request forces a call or
 * continues a turn that began without thinking. An answer without thinking is better than none.
 *
 * Source: AN-THINKING-FORCED, AN-THINKING-FIRST; Anthropic, "Thinking", "Thinking with tool use" (adaptive thinking has
 * neither limit).
 *
 * @param isForced Whether the request forces a call.
 * @param beginsWithThinking Whether the turn that the model continues begins with thinking.
 */
export function fittingThinking(
  ledger: Ledger,
  thinking: AnthropicThinking | undefined,
  isForced: boolean,
  beginsWithThinking: () => boolean,
): AnthropicThinking | undefined {
  if (thinking?.type !== 'enabled') return thinking
  if (isForced) return void lose(ledger, 'parameter', 'Thinking is dropped, since the request forces a call.')
  if (beginsWithThinking()) return thinking
  return void lose(
    ledger,
    'parameter',
    'Thinking is dropped, since the turn that the model continues began without it.',
  )
}

/**
 * Returns thinking with a budget below `max_tokens`, if the window has lowered that: half of it is left for the answer.
 * Without room for the smallest budget there is no thinking.
 */
export function fitBudget(
  ledger: Ledger,
  thinking: AnthropicThinking | undefined,
  maxTokens: number,
): AnthropicThinking | undefined {
  if (thinking?.type !== 'enabled' || thinking.budget_tokens < maxTokens) return thinking
  const half = Math.floor(maxTokens / 2)
  const lowered = half < minThinkingBudget ? undefined : half
  tellLowered(ledger, `thinking budget of ${thinking.budget_tokens}`, lowered)
  return lowered === undefined ? undefined : { ...thinking, budget_tokens: lowered }
}

export function isThinkingEnabled(thinking: AnthropicThinking | undefined): boolean {
  return thinking?.type === 'enabled' || thinking?.type === 'adaptive'
}

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
