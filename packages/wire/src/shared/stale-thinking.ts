import type { ReasoningPart } from '@lamella/core'
import type { ImageBounds } from './image-bounds.ts'

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

/**
 * Returns why Claude's thinking is no longer valid: what stood before it when it was made has changed. `undefined` if it is.
 *
 * @param index The index of its message.
 */
export function whyStale(part: ReasoningPart, index: number, images: ImageBounds): string | undefined {
  if (isStale(part)) return staleThinking
  return images.isNarrower && index < images.since
    ? 'This thinking was made with an image that is too large beside so many others.'
    : undefined
}
