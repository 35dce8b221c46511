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

/** What a layer of working blocks can be told. */
export interface WorkingBlocksOptions extends BlockLayerOptions {
  /** Reserved for the blocks, in tokens or as a share of the window. Default 200, or `max` if that is less. */
  readonly min?: Size
  /** The most that they have together. Default: what there is. */
  readonly max?: Size
}

/** What a request may say to a layer of working blocks. */
export interface BatchBlocks {
  /** Ids or labels of blocks that this one build shows, though they are not pinned; `label@owner` for a shared one. */
  readonly batchBlocks?: readonly string[]
}

// A share is checked by the layer's own definition.
const mustBeSize: Check = (value) =>
  typeof value === 'number' || typeof value === 'string' ? undefined : "must be tokens, or a share such as '25%'"

const checks: Checks<WorkingBlocksOptions> = { ...blockLayerChecks, min: mustBeSize, max: mustBeSize }

/**
 * The working blocks of the agent that are pinned, and whatever the request names as `batchBlocks`, its own and those that are
 * shared with it. Order 350, priority 30, stability `turn`. One fragment a block, by its label (`label@owner` for one that is
 * shared). All long ones are shortened, with a marker, before any is dropped; what the batch brought is dropped last. A name
 * that is none of the agent's blocks is a notice, `BATCH_BLOCK_MISSING`.
 *
 * @throws LamellaError `OPTION_INVALID`, `LAYER_INVALID`; at build `SCOPE_MISMATCH` for a tenant or user that is not the
 * memory's, `SCOPE_INVALID` without an agent, `REQUEST_INVALID`, and what
 * the memory throws
 * @example
 * const builder = createContext().use(workingBlocks(memory)).budget({ window: 8_000, reserve: 1_000 })
 * await builder.build({ scope: { tenant: 'acme', agent: 'entropy' }, message: 'Look!', batchBlocks: ['feed'] })
 */
export function workingBlocks(
  memory: BlockReader,
  options: WorkingBlocksOptions = {},
): Layer<'working-blocks', BatchBlocks> {
  mustBeMemory('workingBlocks', memory)
  const { agent, audience, max, min = leastOf(max), ...rest } = checkOptions('workingBlocks', options, checks)
  const rendering = renderingOf(rest)
  return workingLayer(
    (request) => blockSource(memory, agentOf('workingBlocks', memory, agent, request), rendering),
    audience,
    max === undefined ? { min } : { min, max },
  )
}

/** What is reserved by default: never more than there may be. */
function leastOf(max: Size | undefined): number {
  return typeof max === 'number' ? Math.min(200, max) : 200
}

/** The layer over a source, which several layers of one build may have. */
export function workingLayer(
  sourceOf: (request: LayerRequest) => Pick<BlockSource, 'working'>,
  audience: readonly SessionKind[] | undefined,
  budget: LayerBudget,
): Layer<'working-blocks', BatchBlocks> {
  return defineLayer<'working-blocks', BatchBlocks>('working-blocks', {
    order: 350,
    priority: 30,
    stability: 'turn',
    budget,
    truncation: fair,
    ...(audience === undefined ? {} : { audience }),
    load: async (request) => await sourceOf(request).working(namesOf(request.batchBlocks)),
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
    fix: 'Give ids or labels of blocks.',
    details: { key: 'batchBlocks' },
  })
}
