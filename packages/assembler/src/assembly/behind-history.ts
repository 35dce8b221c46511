import type { Kept, Layer } from '@lamella/core'
import { historyOrder } from './section-layers.ts'

/** Says that what follows is no word of the user, though it stands where they speak. */
const heading = '[Context for this turn, not written by the user]'

/**
 * Moves each part of the system prompt that changes at every turn behind the history, as a message of its own: everything before
 * it then stays as it was, and the provider's cache keeps it. Other layers are left where they are.
 */
export function behindHistory<Needs extends object>(
  layers: readonly Layer<string, Needs>[],
): readonly Layer<string, Needs>[] {
  return layers.map((layer) => {
    if (layer.placement !== 'system' || layer.stability !== 'turn') return layer
    const compose = (kept: readonly Kept[]): string => {
      const text = layer.compose ? layer.compose(kept) : kept.map(({ content }) => content).join('\n\n')
      return text === '' ? '' : `${heading}\n${text}`
    }
    // Between the history and the newest message, in the order in which they stood.
    const order = historyOrder + 50 + 49 * (layer.order / (1_000 + Math.abs(layer.order)))
    return { ...layer, load: layer.load.bind(layer), placement: 'messages', order, compose }
  })
}
