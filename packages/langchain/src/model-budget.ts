import type { Budget } from '@lamella/core'
import { findModel } from '@lamella/models'
import { langChainError } from './errors.ts'

/** Sizes of a request, in tokens. */
export interface WindowOptions {
  /** The model's context window: input and output together. Default: that of the model, or of the builder. */
  readonly window?: number
  /** Reserved for the answer. Default: the model's `maxTokens`, or what the model allows, at most half the window. */
  readonly reserve?: number
}

/** Returns the name of a model: a text such as `openai:gpt-5`, or what a chat model calls itself. */
export function nameOf(model: unknown): string | undefined {
  if (typeof model === 'string') return model
  const { model: name, modelName = name } = model as { readonly model?: unknown; readonly modelName?: unknown }
  return typeof modelName === 'string' ? modelName : undefined
}

/**
 * Returns the window of a model, and what is reserved for its answer.
 *
 * @throws LamellaError `LANGCHAIN_WINDOW_REQUIRED`
 */
export function modelBudget(
  { window: given, reserve: own }: WindowOptions,
  name: string | undefined,
  model: unknown,
): Budget {
  const known = name === undefined ? undefined : findModel(name)
  const whole = given ?? known?.contextWindow
  if (whole === undefined) {
    const what = `The context window of ${name === undefined ? 'a model without a name' : JSON.stringify(name)} is not known.`
    throw langChainError('LANGCHAIN_WINDOW_REQUIRED', what, 'Pass window, in tokens, or a builder with a budget.', {
      model: name,
    })
  }
  const { maxTokens } = model as { readonly maxTokens?: unknown }
  const longest = typeof maxTokens === 'number' && maxTokens > 0 ? maxTokens : (known?.maxOutput ?? whole)
  const reserve = own ?? Math.min(longest, Math.floor(whole / 2))
  return { window: given ?? Math.min(whole, (known?.maxInput ?? whole) + reserve), reserve }
}
