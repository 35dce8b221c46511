import type { SessionInfo, SessionStore } from '@lamella/store'
import { readCarrier } from './carrier.ts'
import type { ClaudeSessionKey, ClaudeSessions } from './contract.ts'
import { type ClaudeOwner, type Place, partsOf, placeOf, scopeOf, textOf } from './keys.ts'
import { notice } from './notices.ts'
import { type ClaudeSessionsOptions, checkSettings } from './options.ts'
import { createQueue } from './queue.ts'
import { readTranscript } from './read-transcript.ts'
import { createWriter } from './writer.ts'

/** How many sessions are asked for at once. */
const atOnce = 500

/**
 * Keeps sessions of the Claude Agent SDK in a session store, for one tenant, or one user of it. Each entry is kept as it is, in a
 * message beside a text for search; the project is the scope's agent, `claude:<projectKey>`. Such a session is no conversation
 * for a build, which rejects it: the CLI makes its own requests from it.
 *
 * @param sessions Of files, SQLite, PostgreSQL, or in memory. Not one that puts results aside.
 * @param owner Whose sessions these are; another owner's cannot be reached.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const stores = await sqlite('sessions.db')
 * const sessionStore = claudeSessions(stores.sessions, { tenant: 'acme', user: 'ada' }, { foldSessionSummary })
 * for await (const message of query({ prompt: 'Fix the tests.', options: { sessionStore } })) console.log(message)
 */
export function claudeSessions(
  sessions: SessionStore,
  owner: ClaudeOwner,
  options?: ClaudeSessionsOptions,
): ClaudeSessions {
  const settings = checkSettings(sessions, owner, options)
  const { onNotice } = settings
  const writer = createWriter(settings)
  const queue = createQueue()
  const place = (key: ClaudeSessionKey): Place => placeOf(settings.owner, key)

  /** Returns the stored sessions of a project, or of one of its sessions. */
  async function listed(projectKey: string, prefix = ''): Promise<readonly SessionInfo[]> {
    const scope = scopeOf(settings.owner, projectKey)
    const found: SessionInfo[] = []
    let after: string | undefined = prefix
    while (after !== undefined) {
      const page = await sessions.list(scope, { limit: atOnce, ...(after !== '' && { after }) })
      page.unreadable?.forEach(onNotice)
      const within = page.sessions.filter(({ id }) => id.startsWith(prefix))
      found.push(...within)
      after = page.more && within.length === page.sessions.length ? page.sessions.at(-1)?.id : undefined
    }
    return found
  }

  /** Returns a text of a transcript's key. */
  async function original(projectKey: string, id: string, part: 'sessionId' | 'subpath'): Promise<string | undefined> {
    const [session, subpath] = partsOf(id)
    const text = textOf(part === 'sessionId' ? session : (subpath ?? ''))
    if (text !== undefined) return text
    const [first] = await sessions.read(scopeOf(settings.owner, projectKey), id, 0, 1)
    return first && readCarrier(first.message)?.key?.[part]
  }

  async function mains(projectKey: string): Promise<{ id: string; sessionId: string; mtime: number }[]> {
    const found: { id: string; sessionId: string; mtime: number }[] = []
    for (const { id, length, updatedAt = '' } of await listed(projectKey)) {
      if (id.includes('/') || length === 0) continue
      const sessionId = await original(projectKey, id, 'sessionId')
      if (sessionId !== undefined) found.push({ id, sessionId, mtime: Date.parse(updatedAt) })
    }
    return found
  }

  const store: ClaudeSessions = {
    append: async (key, entries) => {
      if (entries.length === 0) return
      const where = place(key)
      await queue.run(where.group, () => writer.append(where, key, entries))
    },
    load: async (key) => {
      const where = place(key)
      const transcript = await readTranscript(settings, where)
      writer.loaded(where, key, transcript)
      const entries = transcript.stored.flatMap(({ message }) => readCarrier(message)?.entry ?? [])
      if (entries.length < transcript.length) onNotice(notice('CLAUDE_ENTRIES_LOST', where.session))
      return entries.length === 0 ? null : entries
    },
    listSessions: async (projectKey) => (await mains(projectKey)).map(({ sessionId, mtime }) => ({ sessionId, mtime })),
    listSubkeys: async ({ projectKey, sessionId }) => {
      const { session } = place({ projectKey, sessionId })
      const found = await listed(projectKey, `${session}/`)
      const subpaths = found.map(({ id }) => original(projectKey, id, 'subpath'))
      return (await Promise.all(subpaths)).filter((subpath) => subpath !== undefined)
    },
    delete: async (key) => {
      const where = place(key)
      await queue.run(where.group, async () => {
        const remove = async (session: string): Promise<void> => {
          await sessions.delete(where.scope, session)
          writer.deleted({ ...where, session })
        }
        if (key.subpath !== undefined) return await remove(where.session)
        // Once more, for a sub-agent of another process that was still writing.
        for (const round of ['before', 'after']) {
          for (const { id } of await listed(key.projectKey, `${where.session}/`)) await remove(id)
          if (round === 'before') await remove(where.session)
        }
      })
    },
  }
  if (!settings.foldSessionSummary) return store
  return {
    ...store,
    listSessionSummaries: async (projectKey) => {
      const scope = scopeOf(settings.owner, projectKey)
      const found = await mains(projectKey)
      const ends = found.map(async ({ id }) => (await sessions.page(scope, id, { messages: 1 })).messages.at(-1))
      return (await Promise.all(ends)).flatMap((end) => (end && readCarrier(end.message)?.summary) ?? [])
    },
  }
}
