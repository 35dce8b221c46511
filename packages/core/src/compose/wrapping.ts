import { isTextLayer } from '../collect/is-text-layer.ts'
import type { Counter } from '../contract/counter.ts'
import type { Fragment } from '../contract/fragment.ts'
import type { Layer } from '../contract/layer.ts'
import { composeText, defaultSeparator } from './compose-layer.ts'

/** Tokens that a layer's wrapping adds: once, and per fragment. */
export interface Wrapping {
  readonly frame: number
  readonly each: number
}

/**
 * Measures what a `compose` adds by composing the first fragment alone and the first two together. Exact for wrappings
 * that treat fragments alike; the count of the composed text at the end catches the rest.
 */
export function measureWrapping(layer: Layer, fragments: readonly Fragment[], counter: Counter): Wrapping {
  if (!isTextLayer(layer)) return { frame: 0, each: 0 }
  // Texts of a `messages` layer are a message of their own; the others are concatenated.
  const isMessage = layer.placement === 'messages'
  const separator = isMessage ? counter.framing.message : counter.text(counter.framing.systemSeparator)
  if (!layer.compose) return { frame: separator, each: counter.text(defaultSeparator) }
  const sample = fragments.slice(0, 2).map((fragment) => ({ fragment, rung: 0, content: fragment.content }))
  const [first, second] = sample
  if (!first) return { frame: 0, each: 0 }
  const alone = counter.text(composeText(layer, [first]))
  const frame = Math.max(0, alone - counter.content(first.content))
  if (!second) return { frame: frame + separator, each: 0 }
  const both = counter.text(composeText(layer, sample))
  const each = Math.max(0, both - alone - counter.content(second.content))
  return { frame: frame + separator, each }
}
