import { type Fragment, isLamellaError, type LayerResult, type Notice } from '@lamella/core'
import { renderBlock } from '../render/render-block.ts'
import { BlockType } from '../store/block-type.ts'
import { withLimitMark } from '../store/limit-mark.ts'
import { type BlockReader, type KnownBlock, knownBlocks } from './known-blocks.ts'
import type { BlockRendering } from './options.ts'
import { schemaText } from './schema-text.ts'

/** The blocks of an agent as fragments, each read once. For one build. */
export interface BlockSource {
  /** Those that are always in the context: pinned. */
  core(): Promise<LayerResult>
  /** Those that are pinned in the memory, and those of a batch: by id, by label, or by `label@owner`. */
  working(batch: readonly string[]): Promise<LayerResult>
}

/** What is wrong with one block is no reason to have none of the others. */
const ofOneBlock = ['BLOCK_META_INVALID', 'BLOCK_BYTES_INVALID', 'BLOCK_FAILED']

export function blockSource(memory: BlockReader, agent: string, rendering: BlockRendering): BlockSource {
  let listing: Promise<readonly KnownBlock[]> | undefined
  const list = (): Promise<readonly KnownBlock[]> => {
    listing ??= knownBlocks(memory, agent)
    return listing
  }

  async function read(
    blocks: readonly KnownBlock[],
    toFragment: (block: KnownBlock, content: string) => Fragment,
  ): Promise<{ readonly fragments: readonly Fragment[]; readonly notices: readonly Notice[] }> {
    const notices: Notice[] = []
    const read = await Promise.all(blocks.map((block) => contentOf(memory, agent, block)))
    const fragments = read.flatMap((one, index) => {
      const block = blocks[index] as KnownBlock
      if (typeof one !== 'string') {
        if (one !== undefined) notices.push(one)
        return []
      }
      const over = overLimit(block, unmarked(one, block), rendering.defaultLimit)
      if (over !== undefined) notices.push(over)
      return [toFragment(block, one)]
    })
    return { fragments, notices }
  }

  return {
    core: async () => {
      const blocks = (await list()).filter(({ metadata }) => metadata.type === BlockType.Core || isUnreadable(metadata))
      return await read(blocks, (block, content) => ({ ...fragmentOf(block, content, rendering), pinned: true }))
    },
    working: async (batch) => {
      const wanted = new Set(batch)
      const isNamed = ({ name, metadata }: KnownBlock): boolean =>
        wanted.has(metadata.id) || wanted.has(metadata.label) || wanted.has(name)
      const all = await list()
      const named = all.filter(isNamed)
      const blocks = all.filter((block) => {
        const { type, pinned, problem } = block.metadata
        // What cannot be read is told of by the core blocks.
        if (problem !== undefined || type === BlockType.Core) return false
        return (type === BlockType.Working && pinned) || isNamed(block)
      })
      const { fragments, notices } = await read(blocks, (block, content) => ({
        ...fragmentOf(block, content, rendering),
        shorter: shorterForms(block, content, rendering),
        // What a batch has brought is what this turn is about.
        rank: isNamed(block) ? 1 : 0,
      }))
      const found = new Set(named.flatMap(({ name, metadata }) => [name, metadata.id, metadata.label]))
      const missing = [...wanted].filter((one) => !found.has(one))
      return { fragments, notices: [...notices, ...missing.map((one) => missingNotice(agent, one))] }
    },
  }
}

/** What a block says, `undefined` where it is gone since it was listed, or why it cannot be read. */
async function contentOf(memory: BlockReader, agent: string, block: KnownBlock): Promise<string | undefined | Notice> {
  const { name, metadata, owner } = block
  const { label, problem } = metadata
  if (problem !== undefined) return unreadable(name, `what is stored of it cannot be used: ${problem}`)
  try {
    return await memory.getRenderedContent(agent, label, owner === undefined ? {} : { owner })
  } catch (error) {
    if (!isLamellaError(error) || !ofOneBlock.includes(error.code)) throw error
    return unreadable(name, error.message)
  }
}

function isUnreadable({ problem }: KnownBlock['metadata']): boolean {
  return problem !== undefined
}

/** A block without the mark of its limit, which `getRenderedContent` has put behind it. */
function unmarked(content: string, { metadata: { limit } }: KnownBlock): string {
  if (limit === undefined) return content
  const end = content.lastIndexOf('\n[')
  const bare = content.slice(0, Math.max(0, end))
  return end >= 0 && withLimitMark(bare, limit) === content ? bare : content
}

function fragmentOf(block: KnownBlock, content: string, rendering: BlockRendering): Fragment {
  const { name, metadata } = block
  const marked = withLimitMark(unmarked(content, block), metadata.limit ?? rendering.defaultLimit)
  return { id: name, content: tagged(block, marked, rendering), origin: { by: 'agent', from: name } }
}

/** Shorter forms tell of the limit, too: that is why they are needed. */
function shorterForms(block: KnownBlock, content: string, rendering: BlockRendering): readonly string[] {
  const { schema, limit = rendering.defaultLimit } = block.metadata
  const bare = unmarked(content, block)
  const mark = withLimitMark(bare, limit).slice(bare.length)
  return rendering.shorter(bare, schema.type).map((form) => tagged(block, `${form}${mark}`, rendering))
}

function tagged({ metadata, sharedFrom }: KnownBlock, content: string, rendering: BlockRendering): string {
  const { label, permission, schema } = metadata
  const { includeDescriptions, includeSchemas, shortPermissions } = rendering
  const told = [
    ...(includeDescriptions && metadata.description ? [metadata.description] : []),
    ...(includeSchemas ? [schemaText(schema)] : []),
  ]
  const description = told.join('\n\n')
  return renderBlock({ label, permission, description, sharedFrom, content }, { shortPermissions })
}

function overLimit({ name, metadata }: KnownBlock, content: string, defaultLimit: number): Notice | undefined {
  const { limit = defaultLimit } = metadata
  if (content.length <= limit) return undefined
  const message = `Block '${name}' has ${content.length} characters and a limit of ${limit}. It is shown with a mark.`
  return { code: 'BLOCK_OVER_LIMIT', what: message, from: name }
}

function unreadable(name: string, why: string): Notice {
  return { code: 'BLOCK_UNREADABLE', what: `Block '${name}' is not in the context: ${why}`, from: name }
}

function missingNotice(agent: string, name: string): Notice {
  const message = `The batch names the block '${name}', which the agent '${agent}' does not have.`
  return { code: 'BATCH_BLOCK_MISSING', what: message, from: name }
}
