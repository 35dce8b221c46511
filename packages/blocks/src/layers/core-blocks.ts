import { defineLayer, type Layer, type LayerRequest, type SessionKind } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { type BlockSource, blockSource } from './block-source.ts'
import type { BlockReader } from './known-blocks.ts'
import { agentOf, type BlockLayerOptions, blockLayerChecks, mustBeMemory, renderingOf } from './options.ts'

/**
 * The core blocks of the agent, its own and those that are shared with it. Order 300, priority 950, stability `session`. One
 * fragment a block, by its label (`label@owner` for one that is shared), pinned: never shortened, never dropped. A window
 * without room for them is `CONTEXT_OVERFLOW`.
 *
 * A block that cannot be read is a notice, `BLOCK_UNREADABLE`; one over its limit is marked, and is `BLOCK_OVER_LIMIT`.
 *
 * @throws LamellaError `OPTION_INVALID`; at build `SCOPE_MISMATCH` for a tenant or user that is not the memory's,
 * `SCOPE_INVALID` without an agent, and what the memory throws
 * @example
 * const context = await createContext()
 *   .use(coreBlocks(memory))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme', agent: 'entropy' }, message: 'Hello' })
 */
export function coreBlocks(memory: BlockReader, options: BlockLayerOptions = {}): Layer<'core-blocks'> {
  mustBeMemory('coreBlocks', memory)
  const { agent, audience, ...rest } = checkOptions('coreBlocks', options, blockLayerChecks)
  const rendering = renderingOf(rest)
  return coreLayer((request) => blockSource(memory, agentOf('coreBlocks', memory, agent, request), rendering), audience)
}

/** The layer over a source, which several layers of one build may have. */
export function coreLayer(
  sourceOf: (request: LayerRequest) => Pick<BlockSource, 'core'>,
  audience: readonly SessionKind[] | undefined,
): Layer<'core-blocks'> {
  return defineLayer('core-blocks', {
    order: 300,
    priority: 950,
    stability: 'session',
    ...(audience === undefined ? {} : { audience }),
    load: async (request) => await sourceOf(request).core(),
  })
}
