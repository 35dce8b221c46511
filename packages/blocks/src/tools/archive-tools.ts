import type { ToolOutput } from '@lamella/core'
import { cutText, messageText } from '@lamella/core/plugin'
import { answer, type Indexed, indexedSoFar, refusal, type ToolInput, toolInputSchema } from '@lamella/store'
import type { MemorySearchResult } from '../store/search-result.ts'
import type { Tool, ToolSettings } from './tool.ts'

const searchInput = {
  query: { type: 'string', description: 'What to look for, in plain language.' },
  limit: { type: 'integer', minimum: 1, maximum: 20, description: 'The maximum number of results. Default 10.' },
}

const insertInput = {
  content: { type: 'string', description: 'The text: one fact that makes sense on its own.' },
  tags: { type: 'array', items: { type: 'string' }, description: 'Words to find it by.' },
}

/** Creates the tools of the archive. */
export function archiveTools({ memory, agent, maxCharacters }: ToolSettings): readonly Tool[] {
  return [
    {
      definition: {
        name: 'search_archival',
        description: 'Searches the archive of long-term memories.',
        inputSchema: toolInputSchema('search_archival', searchInput, ['query']),
      },
      run: async (input) => {
        const { hits, indexed } = await memory.searchArchival(agent, queryOf(input), limitOf(input))
        const texts = hits.map(({ id, date, content }) => `[${id}]${date === undefined ? '' : ` (${date})`} ${content}`)
        return listed(texts, indexed, maxCharacters)
      },
    },
    {
      definition: {
        name: 'insert_archival',
        description: 'Stores a text in the archive of long-term memories, where it can be searched.',
        inputSchema: toolInputSchema('insert_archival', insertInput, ['content']),
      },
      run: async (input) => {
        const content = String(input.get('content'))
        if (!/\S/.test(content)) return refusal('insert_archival: content is empty.')
        const tags = input.get('tags') as readonly string[] | undefined
        const id = await memory.insertArchival(agent, content, tags === undefined ? {} : { tags: [...tags] })
        return answer(`Stored as ${JSON.stringify(id)}.`)
      },
    },
  ]
}

/** Creates the tool that searches everything. */
export function searchTool({ memory, agent, maxCharacters }: ToolSettings): Tool {
  return {
    definition: {
      name: 'search_memory',
      description: 'Searches all of your memory: blocks, archive and conversations.',
      inputSchema: toolInputSchema('search_memory', searchInput, ['query']),
    },
    run: async (input) => {
      const { hits, indexed } = await memory.search(agent, queryOf(input), { limit: limitOf(input) })
      return listed(hits.map(hitText), indexed, maxCharacters)
    },
  }
}

function queryOf(input: ToolInput): string {
  return String(input.get('query'))
}

function limitOf(input: ToolInput): number {
  return (input.get('limit') as number | undefined) ?? 10
}

function hitText(hit: MemorySearchResult): string {
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

/** Each result gets an equal share of the characters, so that a long one does not hide others. */
function listed(texts: readonly string[], indexed: Indexed, max: number): ToolOutput {
  const behind = indexedSoFar(indexed, 'texts')
  if (texts.length === 0) return answer(behind === undefined ? 'Nothing was found.' : `Nothing was found. ${behind}`)
  const share = Math.max(80, Math.floor(max / texts.length))
  const items = texts.map((text) => `- ${cutText(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), share)}`)
  return answer((behind === undefined ? items : [behind, ...items]).join('\n'))
}
