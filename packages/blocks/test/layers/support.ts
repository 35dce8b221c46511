import { type CreateBlockOptions, createMemoryCache, type MemoryCache, type MemoryCacheOptions } from '@lamella/blocks'
import type { Scope } from '@lamella/core'
import { createBlockStore, createMemoryStore } from '@lamella/core/memory'
import { wordRanker } from '@lamella/testkit'

export const scope: Scope = { tenant: 'acme', agent: 'entropy', kind: 'private' }

/** A memory in memory, of one tenant, with ids in the order in which blocks were made. */
export function newMemory(options: Partial<MemoryCacheOptions> = {}): MemoryCache {
  let made = 0
  return createMemoryCache({
    blocks: createBlockStore({ ranker: wordRanker }),
    archive: createMemoryStore({ ranker: wordRanker }),
    scope: { tenant: 'acme' },
    newId: () => `id-${++made}`,
    ...options,
  })
}

/** The same with blocks of the agent `entropy`, by label. */
export async function memoryWith(
  blocks: Readonly<Record<string, CreateBlockOptions>>,
  options: Partial<MemoryCacheOptions> = {},
): Promise<MemoryCache> {
  const memory = newMemory(options)
  for (const [label, block] of Object.entries(blocks)) await memory.createBlock('entropy', label, block)
  return memory
}

/** A block as its tags tell it. */
export interface ReadTag {
  readonly label: string
  readonly permission: string
  readonly sharedFrom: string | undefined
  readonly content: string
}

/**
 * Reads the blocks of a system prompt as a model would: each tag that opens must be closed by its own, and there is none inside.
 * Throws where there is one.
 */
export function readTags(prompt: string): readonly ReadTag[] {
  const found: ReadTag[] = []
  const lines = prompt.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const open = /^<block:([^\s<>"]+) permission="([^"<>]*)"(?: shared_from="([^"<>]*)")?>$/.exec(line)
    if (open === null) {
      if (/<\s*\/?\s*block\s*:/i.test(line)) throw new Error(`A tag stands where none is: ${JSON.stringify(line)}`)
      continue
    }
    const [, label = '', permission = '', sharedFrom] = open
    const end = lines.indexOf(`</block:${label}>`, index)
    if (end < 0) throw new Error(`Block ${label} is not closed`)
    const content = lines.slice(index + 1, end).join('\n')
    if (/<\s*\/?\s*block\s*:/i.test(content)) throw new Error(`A tag stands in ${label}: ${JSON.stringify(content)}`)
    found.push({ label, permission, sharedFrom, content })
    index = end
  }
  return found
}
