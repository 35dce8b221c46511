import {
  defineLayer,
  LamellaError,
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
  /** The position of the layer. Default 600, like history. */
  readonly order?: number
  /** Which layers survive: the lowest priority is cut first. Default 10, like history. */
  readonly priority?: number
  /** Default: at least 500 tokens. */
  readonly budget?: LayerBudget
  /** Custom renderers; the first one is tried first. */
  readonly renderers?: readonly IChunkRenderer[]
  readonly repair?: RepairPolicy
  /**
   * The owner of the chunks. A build for another tenant, user or agent throws `SCOPE_MISMATCH`. Default: unrestricted.
   */
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
 * Creates a layer of chunks for use with other layers: one message per chunk, in its tag. The layer cuts and drops
 * chunks in the same order as a build of chunks alone. If the request has no new message, the user's newest message is
 * pinned. To merge messages of one role, pass the context's messages to `mergeConsecutive` of `@lamella/wire/messages`.
 *
 * The layer cannot be part of a run: chunks have no positions in a session, so a run could not tell which it has sent.
 * Convert them with `toMessages`, pass those as the session, and use `history` of `@lamella/layers`.
 *
 * @param state The chunks, or a function that returns the chunks for a request.
 * @throws LamellaError `OPTION_INVALID`, `LAYER_INVALID`; at a build `SCOPE_MISMATCH`, `REQUEST_INVALID` in a run, `STATE_INVALID`, `CHUNK_INVALID`, `TOOL_PAIR_BROKEN`
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
      if (request.run !== undefined) throw inRun()
      if (scope !== undefined) checkLayerScope('chunkLayer', scope, request.scope)
      const found = typeof state === 'function' ? await state(request) : state
      // Reading the message would count as showing it.
      const pinNewestUser = !('message' in request)
      const prepared = prepareChunks(readState(found), { filters, repair, renderers, pinNewestUser })
      // Skip chunks rendered as empty text: providers reject messages without text.
      const nonEmpty = prepared.fragments.filter(({ content }) => content[0].content !== '')
      const fragments = withShorter(nonEmpty)
      return { fragments, omitted: omissionsOf(prepared.excluded), notices: noticesOf(prepared) }
    },
  })
}

function inRun(): LamellaError<'REQUEST_INVALID'> {
  return new LamellaError({
    code: 'REQUEST_INVALID',
    what: 'chunkLayer: chunks cannot be part of a run, because they have no positions in a session.',
    fix: 'Pass toMessages(chunks) as the session and use history() instead of chunkLayer(), or build without `run`.',
    details: { key: 'run' },
  })
}
