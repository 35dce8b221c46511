import {
  defineLayer,
  fair,
  LamellaError,
  type Layer,
  type LayerBudget,
  type LayerRequest,
  type SessionKind,
  type Size,
} from '@lamella/core'
import { type Check, type Checks, checkOptions, mustBeTexts } from '@lamella/core/plugin'
import { type BlockSource, blockSource } from './block-source.ts'
import type { BlockReader } from './known-blocks.ts'
import { agentOf, type BlockLayerOptions, blockLayerChecks, mustBeMemory, renderingOf } from './options.ts'

/** Options of `workingBlocks`. */
export interface WorkingBlocksOptions extends BlockLayerOptions {
  /** The minimum for all blocks together, in tokens or as a share of the window. Default 200, or `max` if that is less. */
  readonly min?: Size
  /** The maximum for all blocks together. Default: none. */
  readonly max?: Size
}

/** What `workingBlocks` reads from a request. */
export interface BatchBlocks {
  /** Blocks that this build shows even if they are not pinned: ids, labels, or `label@owner` for shared blocks. */
  readonly batchBlocks?: readonly string[]
}

// defineLayer checks the share.
const mustBeSize: Check = (value) =>
  typeof value === 'number' || typeof value === 'string' ? undefined : "must be tokens, or a share such as '25%'"

const checks: Checks<WorkingBlocksOptions> = { ...blockLayerChecks, min: mustBeSize, max: mustBeSize }

/**
 * The agent's pinned working blocks and the blocks that the request names as `batchBlocks`, including shared ones.
 * Order 350, priority 30, stability `turn`. Each block is one fragment, whose id is the label (`label@owner` for a
 * shared block) and, after a `#`, the id of the block. All long blocks are shortened, with a marker, before any is
 * dropped; blocks of the batch are dropped last. An unknown name adds the notice `BATCH_BLOCK_MISSING`.
 *
 * In a run, a changed block is announced with the next user message and replaces its earlier text; one that is no
 * longer shown is announced as removed. A block that is deleted or no longer shared ends the epoch, and its text is not sent
 * again.
 *
 * @throws LamellaError `OPTION_INVALID`, `LAYER_INVALID`; at build `SCOPE_MISMATCH` for a tenant or user other than the
 * memory's, `SCOPE_INVALID` without an agent, `REQUEST_INVALID`, and errors of the memory
 * @example
 * const builder = createContext().use(workingBlocks(memory)).budget({ window: 8_000, reserve: 1_000 })
 * await builder.build({ scope: { tenant: 'acme', agent: 'entropy' }, batchBlocks: ['feed'] })
 */
export function workingBlocks(
  memory: BlockReader,
  options: WorkingBlocksOptions = {},
): Layer<'working-blocks', BatchBlocks> {
  mustBeMemory('workingBlocks', memory)
  const { agent, audience, max, ...others } = checkOptions('workingBlocks', options, checks)
  // The default is never above the maximum.
  const { min = typeof max === 'number' ? Math.min(200, max) : 200, ...rest } = others
  const rendering = renderingOf(rest)
  return workingLayer(
    (request) => blockSource(memory, agentOf('workingBlocks', memory, agent, request), rendering),
    audience,
    max === undefined ? { min } : { min, max },
  )
}

/** Creates the layer over a source, which several layers of one build can share. */
export function workingLayer(
  sourceOf: (request: LayerRequest) => Pick<BlockSource, 'working'>,
  audience: readonly SessionKind[] | undefined,
  budget: LayerBudget,
): Layer<'working-blocks', BatchBlocks> {
  return defineLayer<'working-blocks', BatchBlocks>('working-blocks', {
    order: 350,
    priority: 30,
    stability: 'turn',
    update: 'replace',
    budget,
    truncation: fair,
    ...(audience === undefined ? {} : { audience }),
    load: async (request) => await sourceOf(request).working(namesOf(request.batchBlocks), request.run),
  })
}

/** @throws LamellaError `REQUEST_INVALID` */
function namesOf(batchBlocks: readonly string[] | undefined): readonly string[] {
  if (batchBlocks === undefined) return []
  const problem = mustBeTexts(batchBlocks)
  if (problem === undefined) return batchBlocks
  throw new LamellaError({
    code: 'REQUEST_INVALID',
    what: `batchBlocks ${problem}.`,
    fix: 'Pass a list of block ids or labels.',
    details: { key: 'batchBlocks' },
  })
}
