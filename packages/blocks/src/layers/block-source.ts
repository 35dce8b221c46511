import { type Fragment, isLamellaError, type LayerResult, type Notice } from '@lamella/core'
import type { LayerRun } from '@lamella/core/plugin'
import { renderBlock, withLimitMark } from '../render/render-block.ts'
import { metadataFix } from '../store/metadata.ts'
import { type BlockReader, type KnownBlock, knownBlocks } from './known-blocks.ts'
import type { BlockRendering } from './options.ts'
import { schemaText } from './schema-text.ts'

/**
 * The blocks of an agent as fragments, for one build. It reads the list of blocks once. In a run both results say which
 * of the blocks that the model has seen are revoked: deleted, no longer shared, or of another agent.
 */
export interface BlockSource {
  /** Core blocks, as pinned fragments. */
  core(run: LayerRun | undefined): Promise<LayerResult>
  /** Pinned working blocks, and the blocks that a batch names by id, label or `label@owner`. */
  working(batch: readonly string[], run: LayerRun | undefined): Promise<LayerResult>
}

/** Errors of one block, after which the others still enter the context. */
const ofOneBlock = ['BLOCK_META_INVALID', 'BLOCK_BYTES_INVALID', 'BLOCK_FAILED']

export function blockSource(memory: BlockReader, agent: string, rendering: BlockRendering): BlockSource {
  let listing: Promise<readonly KnownBlock[]> | undefined
  const list = (): Promise<readonly KnownBlock[]> => {
    listing ??= knownBlocks(memory, agent)
    return listing
  }

  async function read(
    blocks: readonly KnownBlock[],
    run: LayerRun | undefined,
    toFragment: (block: KnownBlock, content: string) => Fragment,
  ): Promise<LayerResult & { readonly notices: readonly Notice[] }> {
    const notices: Notice[] = []
    const gone = new Set<KnownBlock>()
    const read = await Promise.all(blocks.map((block) => contentOf(memory, agent, block)))
    const fragments = read.flatMap((one, index) => {
      const block = blocks[index] as KnownBlock
      if (typeof one !== 'string') {
        if (one === undefined) gone.add(block)
        else notices.push(one)
        return []
      }
      const over = overLimit(block, one, rendering.defaultLimit)
      if (over !== undefined) notices.push(over)
      return [toFragment(block, one)]
    })
    if (run === undefined) return { fragments, notices }
    // Those that are only unpinned, or were of one batch, still exist: they are not revoked.
    const existing = new Set((await list()).filter((block) => !gone.has(block)).map(fragmentId))
    return { fragments, notices, revoked: run.told.filter((id) => !existing.has(id)) }
  }

  return {
    core: async (run) => {
      const blocks = (await list()).filter(({ metadata }) => metadata.type === 'Core' || metadata.problem !== undefined)
      return await read(blocks, run, (block, content) => ({ ...fragmentOf(block, content, rendering), pinned: true }))
    },
    working: async (batch, run) => {
      const wanted = new Set(batch)
      const isNamed = ({ name, metadata }: KnownBlock): boolean =>
        wanted.has(metadata.id) || wanted.has(metadata.label) || wanted.has(name)
      const all = await list()
      const named = all.filter(isNamed)
      const blocks = all.filter((block) => {
        const { type, pinned, problem } = block.metadata
        // The core blocks carry the notices of unreadable blocks.
        if (problem !== undefined || type === 'Core') return false
        return (type === 'Working' && pinned) || isNamed(block)
      })
      const { notices, ...result } = await read(blocks, run, (block, content) => ({
        ...fragmentOf(block, content, rendering),
        shorter: shorterForms(block, content, rendering),
        // The blocks of the batch are the topic of this turn.
        rank: isNamed(block) ? 1 : 0,
      }))
      const found = new Set(named.flatMap(({ name, metadata }) => [name, metadata.id, metadata.label]))
      const missing = [...wanted].filter((one) => !found.has(one))
      return { ...result, notices: [...notices, ...missing.map((one) => missingNotice(agent, one))] }
    },
  }
}

/** Returns the content of a block; `undefined` if it was deleted after the listing; a notice if it is unreadable. */
async function contentOf(memory: BlockReader, agent: string, block: KnownBlock): Promise<string | undefined | Notice> {
  const { name, metadata, owner } = block
  const { label, problem } = metadata
  if (problem !== undefined) return unreadable(name, `${problem}.`, metadataFix)
  try {
    return await memory.getRenderedContent(agent, label, { limitMark: false, ...(owner !== undefined && { owner }) })
  } catch (error) {
    if (!isLamellaError(error) || !ofOneBlock.includes(error.code)) throw error
    return unreadable(name, error.what, error.fix)
  }
}

/**
 * Returns the name of a block and its id. The name alone is not enough: a block that is deleted and created again has the
 * same name, but what it said before is erased.
 */
function fragmentId({ name, metadata }: KnownBlock): string {
  return `${name}#${metadata.id}`
}

function fragmentOf(block: KnownBlock, content: string, rendering: BlockRendering): Fragment {
  const { name, metadata } = block
  const { limit = rendering.defaultLimit } = metadata
  const marked = withLimitMark(content, limit)
  return { id: fragmentId(block), content: tagged(block, marked, rendering), origin: { by: 'agent', from: name } }
}

/** Shorter forms keep the mark for an exceeded limit. */
function shorterForms(block: KnownBlock, content: string, rendering: BlockRendering): readonly string[] {
  const { schema, limit = rendering.defaultLimit } = block.metadata
  const mark = withLimitMark(content, limit).slice(content.length)
  return rendering.shorter(content, schema.type).map((form) => tagged(block, `${form}${mark}`, rendering))
}

function tagged({ metadata, sharedFrom }: KnownBlock, content: string, rendering: BlockRendering): string {
  const { label, permission, schema } = metadata
  const { includeDescriptions, includeSchemas, shortPermissions } = rendering
  const parts = [
    ...(includeDescriptions && metadata.description ? [metadata.description] : []),
    ...(includeSchemas ? [schemaText(schema)] : []),
  ]
  const description = parts.join('\n\n')
  return renderBlock({ label, permission, description, sharedFrom, content }, { shortPermissions })
}

function overLimit({ name, metadata }: KnownBlock, content: string, defaultLimit: number): Notice | undefined {
  const { limit = defaultLimit } = metadata
  if (content.length <= limit) return undefined
  const { length } = content
  return {
    code: 'BLOCK_OVER_LIMIT',
    what: `Block '${name}' has ${length} characters, more than its limit of ${limit}; it is shown in full, with a mark.`,
    fix: 'Shorten the block, or raise its limit.',
    from: name,
    details: { length, limit },
  }
}

function unreadable(name: string, why: string, fix: string): Notice {
  return { code: 'BLOCK_UNREADABLE', what: `Block '${name}' is unreadable and was omitted: ${why}`, fix, from: name }
}

function missingNotice(agent: string, name: string): Notice {
  return {
    code: 'BATCH_BLOCK_MISSING',
    what: `The batch names the block '${name}', which agent '${agent}' does not have.`,
    fix: 'Correct the name in batchBlocks, or create or share the block first.',
    from: name,
  }
}
