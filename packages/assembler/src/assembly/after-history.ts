import type { Kept, Layer } from '@lamella/core'
import { historyOrder } from './section-layers.ts'

/** Marks the following text as not written by the user, although it has the user's role. */
const heading = '[Context for this turn, not written by the user]'

/**
 * Moves each part of the system prompt that changes on every turn to after the history, as a separate message:
 * everything before it then stays the same, and the provider's cache keeps it. Other layers are not moved.
 */
export function moveAfterHistory<Needs extends object>(
  layers: readonly Layer<string, Needs>[],
): readonly Layer<string, Needs>[] {
  return layers.map((layer) => {
    if (layer.placement !== 'system' || layer.stability !== 'turn') return layer
    const compose = (kept: readonly Kept[]): string => {
      const text = layer.compose ? layer.compose(kept) : kept.map(({ content }) => content).join('\n\n')
      return text === '' ? '' : `${heading}\n${text}`
    }
    // Between the history and the newest message, in their original order.
    const order = historyOrder + 50 + 49 * (layer.order / (1_000 + Math.abs(layer.order)))
    return { ...layer, load: layer.load.bind(layer), placement: 'messages', order, compose }
  })
}
