import type { InputCost } from '@lamella/core/plugin'
import { buildCost, type CostOptions, modelOf } from '../cost/cost-rows.ts'
import type { MadeBuild } from '../recordings/read-build.ts'

/** What the input of two requests costs, in US dollars: each with the prices of its own model. */
export interface DiffCost {
  readonly before: ModelCost
  readonly after: ModelCost
}

/** `cached`: with a prompt cache that has what the request repeats of the one before it in its run. */
interface ModelCost extends InputCost {
  readonly model: string
}

/** Returns what two builds cost; `undefined` if the prices of one of them are not known. */
export function diffCost(first: MadeBuild, second: MadeBuild, options: CostOptions): DiffCost | undefined {
  const [before, after] = [first, second].map((build): ModelCost | undefined => {
    const cost = buildCost(build, options)
    return cost && { model: modelOf(build, options), uncached: cost.uncached, cached: cost.cached }
  })
  return before && after && { before, after }
}
