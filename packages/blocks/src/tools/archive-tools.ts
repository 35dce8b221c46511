import type { JsonSchema, ToolDefinition, ToolOutput } from '@lamella/core'
import { cutText, mustBeTexts } from '@lamella/core/plugin'
import { messageText } from '@lamella/core/store'
import type { BlockMemory } from '../store/block-memory.ts'
import type { MemorySearchResult } from '../store/search-result.ts'
import { answer, refusal } from './answers.ts'
import { objectOf } from './tool-schemas.ts'

/** A tool of the model that is for no block of its own. */
export interface ArchiveTool {
  readonly definition: ToolDefinition & { readonly inputSchema: JsonSchema }
  /** @param max Characters (UTF-16 units) of the result, about. */
  run(memory: ArchiveMemory, agent: string, input: ReadonlyMap<string, unknown>, max: number): Promise<ToolOutput>
}

/** What these tools need of a memory. */
export type ArchiveMemory = Pick<BlockMemory, 'insertArchival' | 'searchArchival' | 'search'>

const query = { type: 'string', description: 'What is looked for, in plain language.' }
const limit = { type: 'integer', minimum: 1, maximum: 20, description: 'The most results. Default 10.' }

export const searchArchival: ArchiveTool = {
  definition: {
    name: 'search_archival',
    description: 'Searches what was kept in the archive for long.',
    inputSchema: objectOf({ query, limit }, ['query']),
  },
  run: async (memory, agent, input, max) => {
    const found = await memory.searchArchival(agent, queryOf(input), limitOf(input))
    const texts = found.map(({ id, date, content }) => `[${id}]${date === undefined ? '' : ` (${date})`} ${content}`)
    return listed(texts, max)
  },
}

export const insertArchival: ArchiveTool = {
  definition: {
    name: 'insert_archival',
    description: 'Keeps a text in the archive for long, where it can be searched.',
    inputSchema: objectOf(
      {
        content: { type: 'string', description: 'The text: one thing, and clear by itself.' },
        tags: { type: 'array', items: { type: 'string' }, description: 'Words to find it by.' },
      },
      ['content'],
    ),
  },
  run: async (memory, agent, input) => {
    const content = String(input.get('content'))
    if (!/\S/.test(content)) return refusal('insert_archival: content is empty.')
    const tags = input.get('tags')
    if (tags !== undefined && mustBeTexts(tags) !== undefined) {
      return refusal('insert_archival: tags must be a list of texts.')
    }
    const more = tags === undefined ? {} : { tags: [...(tags as readonly string[])] }
    return answer(`Kept as ${JSON.stringify(await memory.insertArchival(agent, content, more))}.`)
  },
}

export const searchMemory: ArchiveTool = {
  definition: {
    name: 'search_memory',
    description: 'Searches everything that is remembered: blocks, archive, conversations.',
    inputSchema: objectOf({ query, limit }, ['query']),
  },
  run: async (memory, agent, input, max) => {
    const found = await memory.search(agent, queryOf(input), { limit: limitOf(input) })
    return listed(found.map(toldHit), max)
  },
}

function queryOf(input: ReadonlyMap<string, unknown>): string {
  return String(input.get('query'))
}

function limitOf(input: ReadonlyMap<string, unknown>): number {
  return (input.get('limit') as number | undefined) ?? 10
}

function toldHit(hit: MemorySearchResult): string {
  switch (hit.contentType) {
    case 'blocks': {
      const { label, sharedFrom } = hit.block
      return `Block ${label}${sharedFrom === undefined ? '' : ` of ${sharedFrom}`}: ${hit.content}`
    }
    case 'archival':
      return `Archive [${hit.entry.id}]: ${hit.entry.content}`
    case 'messages': {
      const { message, at } = hit.found
      return `Message of the ${message.role}${at === undefined ? '' : ` (${at})`}: ${messageText(message)}`
    }
    default:
      return hit satisfies never
  }
}

/** Each gets its share of the room, so that one long result hides no other. */
function listed(texts: readonly string[], max: number): ToolOutput {
  if (texts.length === 0) return answer('Nothing was found.')
  const share = Math.max(80, Math.floor(max / texts.length))
  return answer(texts.map((text) => `- ${cutText(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), share)}`).join('\n'))
}
