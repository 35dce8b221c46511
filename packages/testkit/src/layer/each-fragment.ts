import type { Fragment, Layer } from '@lamella/core'
import { type Loaded, loadAll } from './load.ts'
import type { LayerBench, LayerRule } from './options.ts'

type FragmentCheck = (fragment: Fragment, bench: LayerBench, layer: Layer, loaded: Loaded) => void

/** Checks every fragment in every answer. */
export function eachFragment(check: FragmentCheck): LayerRule['check'] {
  return async (layer, bench) => {
    for (const loaded of await loadAll(layer, bench)) {
      for (const fragment of loaded.fragments) check(fragment, bench, layer, loaded)
    }
  }
}
