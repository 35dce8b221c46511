import { sqlite } from '@lamella/provider-sqlite'
import type { BlockSharing, BlockStore } from '@lamella/store'
import { createBlockStore } from '@lamella/store/memory'
import { onTestFinished } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { meaning } from '../helpers/embedders.ts'

type Blocks = Required<BlockStore & BlockSharing>

/** Block stores that must behave the same, by name. Each call opens a new one. */
export const blockStores: readonly (readonly [name: string, open: () => Promise<Blocks>])[] = [
  ['createBlockStore({ ranker: wordRanker })', async () => createBlockStore({ ranker: wordRanker })],
  ['sqlite().blocks', () => openBlocks({})],
  ['sqlite().blocks with vectors', () => openBlocks({ embedder: meaning() })],
]

async function openBlocks(options: Parameters<typeof sqlite>[1]): Promise<Blocks> {
  const { blocks, check, close } = await sqlite(':memory:', options)
  onTestFinished(async () => {
    const found = await check()
    await close()
    if (found.length > 0) throw new Error(`check() found ${JSON.stringify(found)}`)
  })
  return blocks
}

/** Bytes of a text. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The text of bytes. */
export const textOf = (given: Uint8Array | undefined): string | undefined => given && new TextDecoder().decode(given)
