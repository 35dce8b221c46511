import { defineLayer, isLamellaError, type LayerDefinition } from '@lamella/core'
import { show } from '../kit/show.ts'
import type { LayerRule } from './options.ts'

// A layer made without defineLayer must set the fields that defineLayer has defaults for.
const required = ['order', 'priority', 'stability', 'placement'] as const
const keys: readonly (keyof LayerDefinition)[] = [
  ...required,
  ...(['budget', 'truncation', 'update', 'audience', 'onError', 'deadline', 'load', 'compose'] as const),
]

/** Rules for the definition of a layer, before it is called. */
export const definitionRules: readonly LayerRule[] = [
  {
    code: 'LAYER_DEFINITION',
    name: 'is a spec 1 layer that defineLayer accepts',
    contract: ['Layer', 'A named plugin that contributes fragments to a build. Create one with `defineLayer`.'],
    check: (layer, { fail }) => {
      if (layer.spec !== 1) fail('spec to be 1', show(layer.spec))
      for (const key of required) {
        if (layer[key as keyof typeof layer] === undefined) fail(`a layer with ${key}`, 'none')
      }
      const definition = Object.fromEntries(keys.map((key) => [key, layer[key as keyof typeof layer]]))
      try {
        defineLayer(layer.name, definition as unknown as LayerDefinition)
      } catch (error) {
        if (!isLamellaError(error, 'LAYER_INVALID')) throw error
        fail('a definition that defineLayer accepts', `the error: ${error.message}`)
      }
    },
  },
]
