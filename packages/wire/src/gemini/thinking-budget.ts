import type { Parameters } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'
import { peekFields } from './provider-fields.ts'

/** Tokens that the parameters let the model think; 0 where they leave it to the model. */
export function measureThinkingBudget({ providerOptions }: Parameters): number {
  const { thinkingConfig, generationConfig } = peekFields(providerOptions) as Readonly<Record<string, unknown>>
  const asked = thinkingConfig ?? (isRecord(generationConfig) ? generationConfig['thinkingConfig'] : undefined)
  const budget = isRecord(asked) ? asked['thinkingBudget'] : undefined
  return Number.isSafeInteger(budget) ? Math.max(0, budget as number) : 0
}
