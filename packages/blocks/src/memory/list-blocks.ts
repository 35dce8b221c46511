import type { Scope } from '@lamella/core'
import type { BlockFilter, BlockInfo, BlockStore } from '@lamella/store'

/** Returns all blocks of a scope, read page by page. */
export async function listBlocks(blocks: BlockStore, scope: Scope, filter: BlockFilter): Promise<readonly BlockInfo[]> {
  const all: BlockInfo[] = []
  for (let after: string | undefined; ; after = all.at(-1)?.id) {
    const page = await blocks.list(scope, { filter, ...(after !== undefined && { after }), limit: 500 })
    all.push(...page.blocks)
    if (!page.more) return all
  }
}
