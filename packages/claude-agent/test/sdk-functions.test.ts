import { randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionStore as SdkStore } from '@anthropic-ai/claude-agent-sdk'
import {
  deleteSession,
  foldSessionSummary,
  forkSession,
  getSessionMessages,
  importSessionToStore,
  listSessions,
  renameSession,
} from '@anthropic-ai/claude-agent-sdk'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { claudeSessions } from '../src/index.ts'
import { folder } from './helpers/stores.ts'

/** Lines of a conversation as the CLI writes them. */
function lines(sessionId: string, texts: readonly string[]): readonly Record<string, unknown>[] {
  let parentUuid: string | null = null
  return texts.map((text, index) => {
    const role = index % 2 ? 'assistant' : 'user'
    const content = role === 'user' ? text : [{ type: 'text', text }]
    const message = { role, content, ...(role === 'assistant' && { id: `msg_${index}`, model: 'claude-opus-5-5' }) }
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString()
    const line = { type: role, uuid: randomUUID(), parentUuid, sessionId, timestamp, isSidechain: false, message }
    parentUuid = line.uuid
    return line
  })
}

describe('functions of the SDK, over a store', () => {
  it('import, list, read, rename, fork and delete a session', async () => {
    const home = folder()
    const dir = join(realpathSync(home), 'project')
    mkdirSync(dir)
    const sessionId = randomUUID()
    const written = lines(sessionId, ['Why does the build fail?', 'The lock file is old.', 'Thanks.', 'Gladly.'])
    const projectKey = dir.replace(/[^a-zA-Z0-9]/g, '-')
    const local = join(home, 'config', 'projects', projectKey)
    mkdirSync(local, { recursive: true })
    writeFileSync(join(local, `${sessionId}.jsonl`), written.map((line) => `${JSON.stringify(line)}\n`).join(''))

    const base = createSessionStore()
    const ours = claudeSessions(base, { tenant: 'acme' }, { foldSessionSummary })
    // Compiles only if the SDK accepts it.
    const sessionStore: SdkStore = ours
    const before = process.env['CLAUDE_CONFIG_DIR']
    process.env['CLAUDE_CONFIG_DIR'] = join(home, 'config')
    try {
      // Twice, as after an interruption.
      for (const batchSize of [3, 500]) await importSessionToStore(sessionId, sessionStore, { dir, batchSize })
    } finally {
      if (before === undefined) delete process.env['CLAUDE_CONFIG_DIR']
      else process.env['CLAUDE_CONFIG_DIR'] = before
    }
    expect(await ours.load({ projectKey, sessionId })).toEqual(written)

    await renameSession(sessionId, 'The lock file', { sessionStore, dir })
    expect(await listSessions({ sessionStore, dir })).toMatchObject([
      { sessionId, customTitle: 'The lock file', firstPrompt: 'Why does the build fail?' },
    ])
    expect(await getSessionMessages(sessionId, { sessionStore, dir })).toHaveLength(4)
    const fork = await forkSession(sessionId, { sessionStore, dir, upToMessageId: String(written[1]?.['uuid']) })
    expect(await getSessionMessages(fork.sessionId, { sessionStore, dir })).toHaveLength(2)
    await deleteSession(sessionId, { sessionStore, dir })
    expect((await listSessions({ sessionStore, dir })).map((one) => one.sessionId)).toEqual([fork.sessionId])
  })
})
