import {
  defineLayer,
  type Layer,
  type LayerBudget,
  type LayerRequest,
  type RepairPolicy,
  type Scope,
} from '@lamella/core'
import { type Checks, checkLayerScope, checkOptions, mustBeNumber, mustBeObject } from '@lamella/core/plugin'
import { mustBeRepair } from './build/checks.ts'
import type { MemoryState } from './contract/chunk.ts'
import type { ChunkFilters } from './contract/context.ts'
import type { IChunkRenderer } from './contract/renderer.ts'
import { filterChecks } from './plan/filter-chunks.ts'
import { oldestChunkFirst } from './plan/oldest-chunk-first.ts'
import { noticesOf, omissionsOf, prepareChunks, withShorter } from './plan/prepare-chunks.ts'
import { mustBeRenderer } from './render/renderers.ts'
import { readState } from './state/read-state.ts'

/** Settings of the chunk layer. */
export interface ChunkLayerOptions extends ChunkFilters {
  /** Where the layer stands. Default 600, the place of a history. */
  readonly order?: number
  /** What survives: the layer of the lowest priority gives way first. Default 10, that of a history. */
  readonly priority?: number
  /** Default: at least 500 tokens. */
  readonly budget?: LayerBudget
  /** Custom renderers, the one to be asked first first. */
  readonly renderers?: readonly IChunkRenderer[]
  readonly repair?: RepairPolicy
  /** Whose chunks these are. A build for another tenant, user or agent throws `SCOPE_MISMATCH`. Default: anybody's. */
  readonly scope?: Scope
}

const checks: Checks<ChunkLayerOptions> = {
  ...filterChecks,
  order: mustBeNumber(Number.NEGATIVE_INFINITY),
  priority: mustBeNumber(Number.NEGATIVE_INFINITY),
  budget: mustBeObject,
  renderers: (value) => {
    if (!Array.isArray(value)) return 'must be a list of renderers'
    return value.map(mustBeRenderer).find((problem) => problem !== undefined)
  },
  repair: mustBeRepair,
  scope: mustBeObject,
}

/**
 * Chunks as one layer among others of a context: a message each, in its tag. What gives way inside the layer is what gives
 * way in a build of chunks alone. Without a new message in the request the user's newest words are pinned. To have
 * messages of one role merged, give the context's messages to `mergeConsecutive` of `@lamella/wire/messages`.
 *
 * @param state The chunks, or a function that gives those of a request.
 * @throws LamellaError `OPTION_INVALID`, `LAYER_INVALID`; at a build `SCOPE_MISMATCH`, `STATE_INVALID`, `CHUNK_INVALID`, `TOOL_PAIR_BROKEN`
 * @example
 * const context = await createContext()
 *   .use([system(), chunkLayer(state), message()])
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, message: 'Go on.' })
 */
export function chunkLayer(
  state: MemoryState | ((request: LayerRequest) => MemoryState | PromiseLike<MemoryState>),
  options: ChunkLayerOptions = {},
): Layer<'chunks'> {
  const given = checkOptions('chunkLayer', options, checks)
  const { order = 600, priority = 10, budget = { min: 500 }, renderers = [], repair = {}, scope, ...filters } = given
  return defineLayer('chunks', {
    order,
    priority,
    budget,
    stability: 'turn',
    placement: 'messages',
    truncation: oldestChunkFirst,
    load: async (request) => {
      if (scope !== undefined) checkLayerScope('chunkLayer', scope, request.scope)
      const found = typeof state === 'function' ? await state(request) : state
      const pinNewestUser = request.message === undefined
      const prepared = prepareChunks(readState(found), { filters, repair, renderers, pinNewestUser })
      // What a renderer wrote nothing of is nothing to say: providers refuse messages without text.
      const said = prepared.fragments.filter(({ content }) => content[0].content !== '')
      const fragments = withShorter(said)
      return { fragments, omitted: omissionsOf(prepared.excluded), notices: noticesOf(prepared) }
    },
  })
}
