import type { Layer } from '../contract/layer.ts'

/** Whether a layer's fragments are texts that become one: a part of the system prompt, or with `compose` a user message. */
export function isTextLayer({ placement, compose }: Pick<Layer, 'placement' | 'compose'>): boolean {
  return placement === 'system' || compose !== undefined
}
