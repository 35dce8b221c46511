import { type Budget, createContext, type Scope } from '@lamella/core'
import type { AdapterBuilder } from '@lamella/core/adapter'
import { history, message } from '@lamella/layers'
import { findModel } from '@lamella/models'
import { heuristic } from '@lamella/tokenizer-heuristic'
import type { LamellaOptions } from './contract/options.ts'
import { aiSdkError } from './errors.ts'

/** The builder of somebody who has none: the history and the new message. */
export function defaultBuilder(): AdapterBuilder {
  return createContext()
    .use([history(), message()])
    .tokenizer(heuristic({ mode: 'careful' }))
}

/** The scope of a request that names none. The layers of the default builder read nothing by it. */
export const noScope: Scope = { tenant: 'none' }

/**
 * Returns the window of a model, and what is reserved for its answer: what the call allows, or else the model, at most
 * half the window.
 *
 * @throws LamellaError `WINDOW_REQUIRED`
 */
export function budgetFor(
  { window: given, reserve }: Pick<LamellaOptions, 'window' | 'reserve'>,
  model: string | undefined,
  maxOutputTokens: number | undefined,
): Budget {
  const known = model === undefined ? undefined : findModel(model)
  const own = typeof given === 'function' ? (model === undefined ? undefined : given(model)) : given
  const whole = own ?? known?.contextWindow
  if (whole === undefined) throw windowRequired(model)
  const kept = reserve ?? maxOutputTokens ?? Math.min(known?.maxOutput ?? whole, Math.floor(whole / 2))
  const { maxInput = whole } = known ?? {}
  return { window: own ?? Math.min(whole, maxInput + kept), reserve: kept }
}

function windowRequired(model: string | undefined): Error {
  const name = model === undefined ? 'a model without a name' : JSON.stringify(model)
  return aiSdkError(
    'WINDOW_REQUIRED',
    `The context window of ${name} is not known.`,
    'Pass lamella({ window }), in tokens, or a builder with a budget.',
    { model },
  )
}
