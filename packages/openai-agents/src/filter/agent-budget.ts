import type { Budget } from '@lamella/core'
import { findModel } from '@lamella/models'
import { agentsError } from '../errors.ts'

/** Sizes of a request, in tokens. */
export interface WindowOptions {
  /** The model's context window: input and output together. Default: that of the model, or of the builder. */
  readonly window?: number
  /** Reserved for the answer. Default: the agent's `maxTokens`, or what the model allows, at most half the window. */
  readonly reserve?: number
}

/**
 * Returns the window of a model, and what is reserved for its answer.
 *
 * @throws LamellaError `AGENTS_WINDOW_REQUIRED`
 */
export function agentBudget(
  { window: given, reserve: own }: WindowOptions,
  model: string | undefined,
  maxTokens: number | undefined,
): Budget {
  const known = model === undefined ? undefined : findModel(model)
  const whole = given ?? known?.contextWindow
  if (whole === undefined) {
    const what = `The context window of ${model === undefined ? 'a model without a name' : JSON.stringify(model)} is not known.`
    throw agentsError('AGENTS_WINDOW_REQUIRED', what, 'Pass window, in tokens, or a builder with a budget.', { model })
  }
  const reserve = own ?? maxTokens ?? Math.min(known?.maxOutput ?? whole, Math.floor(whole / 2))
  return { window: given ?? Math.min(whole, (known?.maxInput ?? whole) + reserve), reserve }
}
