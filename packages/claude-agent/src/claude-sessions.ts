import type { SessionInfo, SessionStore } from '@lamella/store'
import { readCarriers } from './carrier.ts'
import type { ClaudeSessionKey, ClaudeSessions } from './contract.ts'
import { type ClaudeOwner, keyIn, type Place, placeOf, scopeOf } from './keys.ts'
import { notice } from './notices.ts'
import { type ClaudeSessionsOptions, checkSettings } from './options.ts'
import { readTranscript } from './read-transcript.ts'
import { createWriter } from './writer.ts'

/** How many sessions are asked for at once. */
const atOnce = 500

type Listed = SessionInfo & Partial<ClaudeSessionKey>

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
  options: ClaudeSessionsOptions = {},
): ClaudeSessions {
  const settings = checkSettings(sessions, owner, options)
  const { onNotice } = settings
  const writer = createWriter(settings)
  const inTurn = createQueue()
  const place = (key: ClaudeSessionKey): Place => placeOf(settings.owner, key)

  /** Returns the stored transcripts of a project, or of one of its sessions, with as much of their keys as can be read. */
  async function listed(projectKey: string, prefix = '', after = prefix): Promise<readonly Listed[]> {
    const scope = scopeOf(settings.owner, projectKey)
    const page = await sessions.list(scope, { limit: atOnce, ...(after !== '' && { after }) })
    page.unreadable?.forEach(onNotice)
    const within = page.sessions.filter(({ id }) => id.startsWith(prefix))
    const found = within.map(async (info): Promise<Listed> => {
      const key = keyIn(info.id) ?? readCarriers(await sessions.read(scope, info.id, 0, 1))[0]?.key
      return { ...info, ...key }
    })
    const last = page.sessions.at(-1)
    const goesOn = page.more && last !== undefined && within.length === page.sessions.length
    return [...(await Promise.all(found)), ...(goesOn ? await listed(projectKey, prefix, last.id) : [])]
  }

  return {
    append: async (key, entries) => {
      if (entries.length === 0) return
      const where = place(key)
      await inTurn(where.group, () => writer.append(where, entries))
    },
    load: async (key) => {
      const where = place(key)
      const transcript = await readTranscript(settings, where)
      writer.loaded(where, transcript)
      const entries = transcript.carried.map(({ entry }) => entry)
      if (entries.length < transcript.length) onNotice(notice('CLAUDE_ENTRIES_LOST', where.session))
      return entries.length === 0 ? null : entries
    },
    listSessions: async (projectKey) =>
      (await listed(projectKey)).flatMap(({ length, sessionId, subpath, updatedAt = '' }) => {
        const isMain = length > 0 && sessionId !== undefined && subpath === undefined
        return isMain ? { sessionId, mtime: Date.parse(updatedAt) } : []
      }),
    listSubkeys: async ({ projectKey, sessionId }) => {
      const found = await listed(projectKey, `${place({ projectKey, sessionId }).session}/`)
      return found.flatMap(({ subpath }) => subpath ?? [])
    },
    delete: async (key) => {
      const { group, scope, session } = place(key)
      const others = async (): Promise<readonly string[]> =>
        key.subpath === undefined ? (await listed(key.projectKey, `${session}/`)).map(({ id }) => id) : []
      await inTurn(group, async () => {
        // The others once more, for a sub-agent of another process that was still writing.
        for (const list of [others, () => [session], others]) {
          for (const id of await list()) {
            await sessions.delete(scope, id)
            writer.deleted(`${scope.agent}/${id}`)
          }
        }
      })
    },
    ...(settings.foldSessionSummary && {
      listSessionSummaries: async (projectKey) => {
        const scope = scopeOf(settings.owner, projectKey)
        const found = (await listed(projectKey)).filter(({ subpath }) => subpath === undefined)
        const ends = await Promise.all(found.map(({ id }) => sessions.page(scope, id, { messages: 1 })))
        return readCarriers(ends.flatMap(({ messages }) => messages)).flatMap(({ summary }) => summary ?? [])
      },
    }),
  }
}

/** Returns a function that runs a task when those of the same name before it have ended, and keeps nothing of a name that is done. */
function createQueue(): (name: string, task: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<unknown>>()
  return (name, task) => {
    const result = (last.get(name) ?? Promise.resolve()).then(task)
    const settled = Promise.allSettled([result]).then(() => {
      if (last.get(name) === settled) last.delete(name)
    })
    last.set(name, settled)
    return result
  }
}
