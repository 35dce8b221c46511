import type { MemoryEntry } from '@lamella/core'
import { cutText, shortenText } from '@lamella/core/plugin'
import type { ToolMemory } from '@lamella/layers/tools'
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import type { Serving, Shown } from './contract.ts'
import { idIn, jsonConfig, jsonResource, maxListed, unlessInvalid } from './json-resource.ts'

const root = 'lamella://memory'

/** The most characters of an entry in the list of all. */
const listedCharacters = 200

interface Listed {
  readonly entries: readonly MemoryEntry[]
  readonly more?: boolean
}

/** Serves memory: a list of all entries, and each entry. */
export function registerMemory(server: McpServer, memory: ToolMemory, serving: Serving): void {
  const { scope, guarded, maxCharacters } = serving
  const all = async (signal: AbortSignal): Promise<Listed> =>
    memory.entries?.(scope, { signal }) ?? memory.list?.(scope, { limit: 1_000 }) ?? { entries: [] }
  const find = async (id: string, signal: AbortSignal): Promise<MemoryEntry | undefined> => {
    const { entries } = await all(signal)
    return entries.find((entry) => entry.id === id) ?? unlessInvalid(async () => memory.get?.(scope, id))
  }

  server.registerResource('memory', root, jsonConfig('All memory entries, shortened, with their URIs.'), (uri, ctx) =>
    guarded('The list of memory', async () => {
      const { entries, more = false } = await all(ctx.mcpReq.signal)
      const shown = within(entries, maxCharacters)
      return jsonResource(uri, { entries: [...shown], left: entries.length - shown.length, ...(more && { more }) })
    }),
  )
  const list = (ctx: { readonly mcpReq: { readonly signal: AbortSignal } }) =>
    guarded('The list of memory', async () => {
      const { entries } = await all(ctx.mcpReq.signal)
      return {
        resources: entries
          .slice(0, maxListed)
          .map((entry) => ({ uri: uriOf(entry), name: `memory ${cutText(entry.text, 60)}` })),
      }
    })
  const one = new ResourceTemplate(`${root}/{id}`, { list })
  server.registerResource('memory entry', one, jsonConfig('One memory entry.'), (uri, _variables, ctx) =>
    guarded('Reading memory', async () => {
      const id = idIn(uri)
      const entry = id === undefined ? undefined : await find(id, ctx.mcpReq.signal)
      if (entry === undefined) throw new ResourceNotFoundError(uri.href)
      return jsonResource(uri, shownEntry(entry, maxCharacters))
    }),
  )
}

function uriOf({ id }: MemoryEntry): string {
  return `${root}/${encodeURIComponent(id)}`
}

function shownEntry(entry: MemoryEntry, max: number): Shown {
  const { id, text, date, importance, tags } = entry
  return { uri: uriOf(entry), id, text: shortenText(text, max), date, importance, ...(tags && { tags: [...tags] }) }
}

/** Returns the first entries, as many as have room. */
function within(entries: readonly MemoryEntry[], max: number): readonly Shown[] {
  const shown: Shown[] = []
  let used = 0
  for (const entry of entries) {
    const one = shownEntry(entry, listedCharacters)
    used += JSON.stringify(one).length
    if (used > max) break
    shown.push(one)
  }
  return shown
}
