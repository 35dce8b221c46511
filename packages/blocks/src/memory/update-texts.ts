import type { BlockCache } from '../cache/cache.ts'
import { metadataOf, mustBeReadable } from '../store/metadata.ts'
import type { Places } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'
import { sharingOf } from '../store/source.ts'
import { listBlocks } from './block-operations.ts'

/** Updates the search texts of an agent's blocks, including shared ones. */
export type UpdateTexts = (agent: string) => Promise<void>

export function createUpdateTexts({ blocks, onError }: Settings, places: Places, cache: BlockCache): UpdateTexts {
  return async (agent) => {
    const scope = places.agentOf(agent)
    const own = await listBlocks(blocks, scope, { stale: true })
    const shared = blocks.searchShared === undefined ? [] : await sharingOf(blocks).listShared(scope)
    const stale = [
      ...own.map((block) => ({ block, owner: agent })),
      ...shared.filter(({ block }) => block.textRevision < block.contentRevision),
    ]
    for (const { block, owner } of stale) {
      try {
        mustBeReadable(metadataOf(block))
        await cache.use(places.of(agent, block.label, owner), async (held) => await held.writeText())
      } catch (error) {
        onError(error, { agent, label: block.label })
      }
    }
  }
}
