import { defineLayer, type Layer, type LayerRequest, type SessionKind } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { type BlockSource, blockSource } from './block-source.ts'
import type { BlockReader } from './known-blocks.ts'
import { agentOf, type BlockLayerOptions, blockLayerChecks, mustBeMemory, renderingOf } from './options.ts'

/**
 * The core blocks of the agent, including shared ones. Order 300, priority 950, stability `session`. Each block is one
 * pinned fragment, whose id is the label (`label@owner` for a shared block) and, after a `#`, the id of the block: it is
 * never shortened or dropped. If they do not fit the window, the build throws `CONTEXT_OVERFLOW`.
 *
 * In a run, a changed block is announced with the next user message and replaces its earlier text. A block that is
 * deleted or no longer shared ends the epoch, and its text is not sent again.
 *
 * An unreadable block gets the notice `BLOCK_UNREADABLE`. A block over its limit is marked and gets the notice
 * `BLOCK_OVER_LIMIT`.
 *
 * @throws LamellaError `OPTION_INVALID`; at build `SCOPE_MISMATCH` for a tenant or user other than the memory's,
 * `SCOPE_INVALID` without an agent, and errors of the memory
 * @example
 * const context = await createContext()
 *   .use(coreBlocks(memory))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme', agent: 'entropy' } })
 */
export function coreBlocks(memory: BlockReader, options: BlockLayerOptions = {}): Layer<'core-blocks'> {
  mustBeMemory('coreBlocks', memory)
  const { agent, audience, ...rest } = checkOptions('coreBlocks', options, blockLayerChecks)
  const rendering = renderingOf(rest)
  return coreLayer((request) => blockSource(memory, agentOf('coreBlocks', memory, agent, request), rendering), audience)
}

/** Creates the layer over a source, which several layers of one build can share. */
export function coreLayer(
  sourceOf: (request: LayerRequest) => Pick<BlockSource, 'core'>,
  audience: readonly SessionKind[] | undefined,
): Layer<'core-blocks'> {
  return defineLayer('core-blocks', {
    order: 300,
    priority: 950,
    stability: 'session',
    update: 'replace',
    ...(audience === undefined ? {} : { audience }),
    load: async (request) => await sourceOf(request).core(request.run),
  })
}
