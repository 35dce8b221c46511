import type { Model } from '@lamella/models'
import { dialectOf } from './dialect.ts'

/** The token budgets of thinking that a model accepts. */
export interface BudgetRange {
  readonly least: number
  readonly most: number
  /** Whether it can also answer without thinking. */
  readonly canBeOff: boolean
}

/** The output tokens that the Anthropic encoder adds to the budget if no answer length is set. */
export const defaultAnswer = 4_096

/** Source: Gemini API, "Thinking", "Thinking budgets". */
const ofGemini: readonly (readonly [name: RegExp, range: BudgetRange])[] = [
  [/flash-lite/, { least: 512, most: 24_576, canBeOff: true }],
  [/flash/, { least: 1, most: 24_576, canBeOff: true }],
  [/pro/, { least: 128, most: 32_768, canBeOff: false }],
]

/** Returns the range that a model with a budget accepts. Source for Anthropic: AN-THINKING-BUDGET of `@lamella/wire`. */
export function rangeOf(model: Model): BudgetRange {
  const least = dialectOf(model) === 'anthropic' ? 1_024 : 1
  const gemini = dialectOf(model) === 'google' ? ofGemini.find(([name]) => name.test(model.id)) : undefined
  return gemini?.[1] ?? { least, most: Number.POSITIVE_INFINITY, canBeOff: true }
}
