import { cutText, messageText, shortenText } from '@lamella/core/plugin'
import type { SessionInfo, SessionPage } from '@lamella/store'
import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import type { ServedSessions, Serving, Shown } from './contract.ts'
import { idIn, jsonConfig, jsonResource, maxListed, unlessInvalid } from './json-resource.ts'

const root = 'lamella://sessions'

/** The most messages of one page. */
const pageMessages = 50

/** Serves sessions: a list, and the messages of each, a page at a time from the newest. */
export function registerSessions(server: McpServer, sessions: ServedSessions, serving: Serving): void {
  const { scope, guarded, maxCharacters } = serving

  server.registerResource('sessions', root, jsonConfig('The conversations, with their URIs.'), (uri) =>
    guarded('The list of sessions', async () => {
      const { sessions: found, more } = await sessions.list(scope, { limit: maxListed })
      return jsonResource(uri, { sessions: found.map(shownInfo), more })
    }),
  )
  const list = () =>
    guarded('The list of sessions', async () => {
      const { sessions: found } = await sessions.list(scope, { limit: maxListed })
      return { resources: found.map(({ id }) => ({ uri: uriOf(id), name: `session ${cutText(id, 60)}` })) }
    })
  const read = (uri: URL): Promise<ReadResourceResult> =>
    guarded('Reading a session', async () => {
      const id = idIn(uri)
      const before = positionIn(uri)
      const info =
        id === undefined || before === 'wrong' ? undefined : await unlessInvalid(() => sessions.info(scope, id))
      if (id === undefined || before === 'wrong' || info === undefined) throw new ResourceNotFoundError(uri.href)
      const limits = { messages: pageMessages, size: maxCharacters, ...(before !== undefined && { before }) }
      return jsonResource(uri, shownPage(id, await sessions.page(scope, id, limits), maxCharacters))
    })
  const newest = new ResourceTemplate(`${root}/{id}`, { list })
  server.registerResource('session', newest, jsonConfig('The newest messages of a conversation.'), read)
  // A template with a query does not match a URI without one.
  const older = new ResourceTemplate(`${root}/{id}{?before}`, { list: undefined })
  server.registerResource('older messages', older, jsonConfig('The messages before a position.'), read)
}

function uriOf(id: string): string {
  return `${root}/${encodeURIComponent(id)}`
}

/** Returns the position that a URI names, `undefined` if it names none. */
function positionIn(uri: URL): number | 'wrong' | undefined {
  const given = uri.searchParams.get('before')
  if (given === null) return undefined
  return /^\d{1,15}$/.test(given) ? Number(given) : 'wrong'
}

function shownInfo({ id, length, updatedAt }: SessionInfo): Shown {
  return { uri: uriOf(id), id, messages: length, updatedAt }
}

function shownPage(id: string, { messages, start, length }: SessionPage, max: number): Shown {
  const share = Math.max(200, Math.floor(max / Math.max(1, messages.length)))
  return {
    id,
    length,
    messages: messages.map(({ position, message, at }): Shown => {
      return { position, at, role: message.role, text: shortenText(messageText(message), share) }
    }),
    ...(start > 0 && { older: `${uriOf(id)}?before=${start}` }),
  }
}
