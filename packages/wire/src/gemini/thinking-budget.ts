import type { Parameters } from '@lamella/core'
import { isRecord } from '../shared/guards.ts'
import { peekFields } from './provider-fields.ts'

/** Returns the thinking budget in the parameters, in tokens; 0 if they leave it to the model. */
export function measureThinkingBudget({ providerOptions }: Parameters): number {
  const { thinkingConfig, generationConfig } = peekFields(providerOptions) as Readonly<Record<string, unknown>>
  const asked = thinkingConfig ?? (isRecord(generationConfig) ? generationConfig['thinkingConfig'] : undefined)
  const budget = isRecord(asked) ? asked['thinkingBudget'] : undefined
  return Number.isSafeInteger(budget) ? Math.max(0, budget as number) : 0
}
