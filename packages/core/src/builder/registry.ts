import type { Layer } from '../contract/layer.ts'
import { coreError } from '../errors.ts'
import { checkOptions, mustBeText, specProblem } from '../options.ts'
import { didYouMean } from '../suggest.ts'

const places = { before: mustBeText, after: mustBeText }

/** Where a layer goes: next to another one, instead of at its own `order`. */
export type Placed<Names extends string> = { readonly before: Names } | { readonly after: Names }

/** A place as a caller may write it. */
export type AnyPlace = { readonly [Side in 'before' | 'after']?: string }

/** Layers by name, in context order. Immutable: every change returns a new registry. */
export interface Registry {
  readonly layers: readonly Layer[]
  use(layer: Layer, placed?: AnyPlace): Registry
  replace(layer: Layer): Registry
  without(name: string): Registry
}

/** Creates a registry of the given layers, sorted by `order`; layers of equal order keep their sequence. */
export function createRegistry(layers: readonly Layer[] = []): Registry {
  return layers.reduce((registry: Registry, layer) => registry.use(layer), registryOf([]))
}

function registryOf(layers: readonly Layer[]): Registry {
  const find = (name: string): number => {
    const index = layers.findIndex((layer) => layer.name === name)
    if (index >= 0) return index
    const known = layers.map((layer) => layer.name)
    throw coreError(
      'LAYER_UNKNOWN',
      `There is no layer '${name}'.${didYouMean(String(name), known)}`,
      `The layers are ${known.join(', ') || 'none yet'}.`,
      { layer: name, known },
    )
  }
  const insertion = (layer: Layer, placed: AnyPlace = {}): number => {
    const { before, after } = checkOptions('use', placed, places)
    if (before !== undefined) return find(before)
    if (after !== undefined) return find(after) + 1
    const later = layers.findIndex((other) => other.order > layer.order)
    return later < 0 ? layers.length : later
  }
  return {
    layers,
    use: (layer, placed) => {
      check(layer)
      if (layers.some((other) => other.name === layer.name)) {
        throw coreError(
          'LAYER_DUPLICATE',
          `There is already a layer '${layer.name}'.`,
          'Rename it, or call replace(layer).',
          { layer: layer.name },
        )
      }
      return registryOf(layers.toSpliced(insertion(layer, placed), 0, layer))
    },
    replace: (layer) => {
      check(layer)
      return registryOf(layers.with(find(layer.name), layer))
    },
    without: (name) => registryOf(layers.toSpliced(find(name), 1)),
  }
}

function check(layer: Layer): void {
  if (typeof layer === 'object' && layer?.spec === 1) return
  const name = String((layer as Layer | undefined)?.name ?? layer)
  const isFactory = typeof layer === 'function'
  const problem = isFactory ? 'is a function, not a layer' : (specProblem(Object(layer)) ?? 'is not a layer')
  throw coreError(
    'LAYER_INVALID',
    `'${name}' ${problem}.`,
    isFactory ? `Call it: use(${name}(...)).` : 'Create it with defineLayer(name, definition).',
    { layer: name, key: 'spec' },
  )
}
