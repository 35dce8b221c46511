import type { Layer } from '../contract/layer.ts'

/**
 * Checks whether a layer's fragments are texts that are joined: a part of the system prompt, or with `compose` a user
 * message.
 */
export function isTextLayer({ placement, compose }: Pick<Layer, 'placement' | 'compose'>): boolean {
  return placement === 'system' || compose !== undefined
}
