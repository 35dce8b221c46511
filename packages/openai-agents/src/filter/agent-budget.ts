import type { Parameters } from '@lamella/core'
import { findModel } from '@lamella/models'
import { agentsError } from '../errors.ts'
import type { AnyAgent } from './agent-tools.ts'

/** Sizes of a request, in tokens. */
export interface WindowOptions {
  /** The name of the model, as `@lamella/models` knows it. Default: that of the agent, if it is a name. */
  readonly model?: string
  /** The model's context window: input and output together. Default: that of the model. */
  readonly window?: number
  /** Reserved for the answer. Default: the agent's `modelSettings.maxTokens`, or else the model's longest answer. */
  readonly reserve?: number
}

/** The reserve if neither the agent nor the model says one: a share of the window. */
const reservedShare = 0.1

/**
 * Returns the budget of an agent's request, and its model's name.
 *
 * @throws LamellaError `AGENTS_WINDOW_UNKNOWN`
 */
export function agentBudget(
  { model: named, window: given, reserve }: WindowOptions,
  agent: Pick<AnyAgent, 'model' | 'modelSettings'>,
): { readonly budget: { readonly window: number; readonly reserve: number }; readonly parameters: Parameters } {
  const model = named ?? (typeof agent.model === 'string' && agent.model !== '' ? agent.model : undefined)
  const known = model === undefined ? undefined : findModel(model)
  const window = given ?? known?.contextWindow
  if (window === undefined) {
    throw agentsError(
      'AGENTS_WINDOW_UNKNOWN',
      model === undefined
        ? 'The agent has a model object, which has no name.'
        : `The window of ${JSON.stringify(model)} is not known.`,
      'Pass window, in tokens, or the name of the model that @lamella/models knows.',
      { model },
    )
  }
  const longest =
    agent.modelSettings.maxTokens ?? Math.min(known?.maxOutput ?? window, Math.floor(window * reservedShare))
  return { budget: { window, reserve: reserve ?? longest }, parameters: model === undefined ? {} : { model } }
}
