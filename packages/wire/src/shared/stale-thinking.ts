import type { ReasoningPart } from '@lamella/core'

/** The loss for thinking that a cut of its run has made invalid. */
export const staleThinking = 'A cut of the run made this thinking invalid.'

/** The loss for reasoning of a model whose reasoning the present one does not read. */
export const foreignThinking = 'The model takes no reasoning that another one made.'

/** Whether a run marks the thinking as made by a model whose reasoning this one does not read. */
export function isForeign({ providerOptions }: ReasoningPart): boolean {
  return providerOptions?.['lamella']?.['stale'] === 'model'
}

/** Whether a run marks the thinking as made in another context: see `RunState.stale` of `@lamella/core`. */
export function isStale({ providerOptions }: ReasoningPart): boolean {
  return providerOptions?.['lamella']?.['stale'] === true
}
