import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ClaudeEntry, ClaudeSessionKey, ClaudeSessions, Environment, FoldSessionSummary } from '../../src/index.ts'
import { folder } from '../helpers/stores.ts'
import type { Api } from './api.ts'

/** A message of the SDK, as far as it is looked at. */
interface SdkMessage {
  readonly type: string
  readonly subtype?: string
  readonly session_id?: string
  readonly [key: string]: unknown
}

interface WithStore {
  readonly sessionStore: ClaudeSessions
  readonly dir?: string
}

/** What is used of the SDK. */
export interface Sdk {
  query(call: {
    readonly prompt: string
    readonly options: Readonly<Record<string, unknown>>
  }): AsyncIterable<SdkMessage>
  readonly foldSessionSummary: FoldSessionSummary
  forkSession(id: string, options: WithStore): Promise<{ readonly sessionId: string }>
  deleteSession(id: string, options: WithStore): Promise<void>
  listSessions(options: WithStore): Promise<readonly { readonly sessionId: string; readonly summary: string }[]>
  getSessionMessages(id: string, options: WithStore): Promise<readonly { readonly type: string }[]>
}

/**
 * The folder in which the SDK is installed: `npm install --prefix <folder> @anthropic-ai/claude-agent-sdk`. It has over 400 MB, so it
 * is no dependency of the repository.
 */
export const installed: string | undefined = process.env['LAMELLA_CLAUDE_SDK']

export async function loadSdk(): Promise<Sdk> {
  const entry = join(installed ?? '', 'node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs')
  return (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as Sdk
}

/** Runs queries in a project of its own. */
export interface Project {
  readonly dir: string
  /** Runs a query to its end. */
  ask(prompt: string, options: Readonly<Record<string, unknown>>, env: Environment): Promise<Asking>
}

interface Asking {
  readonly id: string
  readonly messages: readonly SdkMessage[]
}

export function project({ query }: Sdk, { address }: Api): Project {
  const dir = join(folder(), 'project')
  mkdirSync(dir)
  const ask: Project['ask'] = async (prompt, options, env) => {
    const messages: SdkMessage[] = []
    const all = {
      ...env,
      ANTHROPIC_BASE_URL: address,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }
    const common = { cwd: dir, env: all, allowedTools: ['Bash'], settingSources: [], model: 'claude-opus-5-5' }
    for await (const message of query({ prompt, options: { ...common, ...options } })) messages.push(message)
    return { id: messages.find(({ type }) => type === 'result')?.session_id ?? '', messages }
  }
  return { dir, ask }
}

/** Passes calls on, and remembers what was appended: what every transcript has to have, each uuid once. */
export function watched(store: ClaudeSessions): {
  readonly store: ClaudeSessions
  appended(sessionId: string): readonly (readonly [key: ClaudeSessionKey, entries: readonly ClaudeEntry[]])[]
} {
  const given = new Map<string, [ClaudeSessionKey, ClaudeEntry[]]>()
  const append: ClaudeSessions['append'] = async (key, entries) => {
    await store.append(key, entries)
    const name = JSON.stringify([key.projectKey, key.sessionId, key.subpath])
    const [, list] = given.get(name) ?? [key, []]
    const known = new Set(list.map(({ uuid }) => uuid))
    list.push(...structuredClone(entries.filter(({ uuid }) => uuid === undefined || !known.has(uuid))))
    given.set(name, [key, list])
  }
  return {
    store: { ...store, append },
    appended: (sessionId) => [...given.values()].filter(([key]) => key.sessionId === sessionId),
  }
}
