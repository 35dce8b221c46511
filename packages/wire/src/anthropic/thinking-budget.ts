import type { Parameters } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'
import { minThinkingBudget } from './limits.ts'
import { peekFields } from './provider-fields.ts'

/** Returns the budget of manual thinking that the parameters set, in tokens; 0 without it. */
export function measureThinkingBudget({ providerOptions }: Parameters): number {
  const { thinking, extra } = peekFields(providerOptions)
  const asked: unknown = thinking ?? (isRecord(extra) ? extra['thinking'] : undefined)
  if (!isRecord(asked) || asked['type'] !== 'enabled') return 0
  const budget = asked['budgetTokens'] ?? asked['budget_tokens'] ?? minThinkingBudget
  return Number.isSafeInteger(budget) ? Math.max(0, budget as number) : 0
}
