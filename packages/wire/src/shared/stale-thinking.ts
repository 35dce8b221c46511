import type { ReasoningPart } from '@lamella/core'

/** The loss for thinking that a cut of its run has made invalid. */
export const staleThinking = 'A cut of the run made this thinking invalid.'

/** Whether a run marks the thinking as made in another context: see `RunState.stale` of `@lamella/core`. */
export function isStale({ providerOptions }: ReasoningPart): boolean {
  return providerOptions?.['lamella']?.['stale'] === true
}
