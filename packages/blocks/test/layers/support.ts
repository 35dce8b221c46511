import {
  baseInstructions,
  type CreateBlockOptions,
  coreBlocks,
  createMemoryCache,
  type MemoryCache,
  type MemoryCacheOptions,
  type WorkingBlocksOptions,
  workingBlocks,
} from '@lamella/blocks'
import type { Layer, Scope } from '@lamella/core'
import { type ActivityRenderer, activity, type ToolRule, toolRules } from '@lamella/layers'
import { createBlockStore, createMemoryStore } from '@lamella/store/memory'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'

export const scope: Scope = { tenant: 'acme', agent: 'entropy', kind: 'private' }

/** A memory of one tenant over in-memory stores, with ids in order of creation. */
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

/** Like `memory`, with blocks of the agent `entropy`, by label. */
export async function memoryWith(
  blocks: Readonly<Record<string, CreateBlockOptions>>,
  options: Partial<MemoryCacheOptions> = {},
): Promise<MemoryCache> {
  const memory = newMemory(options)
  for (const [label, block] of Object.entries(blocks)) await memory.createBlock('entropy', label, block)
  return memory
}

/** A block as its tags describe it. */
export interface ReadTag {
  readonly label: string
  readonly permission: string
  readonly sharedFrom: string | undefined
  readonly content: string
}

/**
 * Reads the blocks of a system prompt as a model would. Throws if an opening tag has no closing tag, or if a block contains a tag.
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

/** The system prompt of an agent with blocks. */
export interface PromptOptions extends WorkingBlocksOptions {
  readonly instructions?: string
  readonly events?: ActivityRenderer
  readonly rules?: readonly ToolRule[]
}

/** Its layers: instructions, core blocks, working blocks, activity, tool rules. */
export function promptLayers(
  memory: Pick<MemoryCache, 'scope' | 'listBlocks' | 'listSharedBlocks' | 'getRenderedContent'>,
  { instructions, events = () => undefined, rules = [], min, max, ...common }: PromptOptions = {},
): readonly [
  Layer<'base-instructions'>,
  Layer<'core-blocks'>,
  ReturnType<typeof workingBlocks>,
  Layer<'activity'>,
  Layer<'tool-rules'>,
] {
  const sizes = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  return [
    baseInstructions(instructions),
    coreBlocks(memory, common),
    workingBlocks(memory, { ...common, ...sizes }),
    activity({ render: events }),
    toolRules(rules),
  ]
}
