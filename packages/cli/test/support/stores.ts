import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Message } from '@lamella/core'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { onTestFinished } from 'vitest'
import type { Sessions } from '../../src/open-store.ts'

/** Creates a temporary folder for one test, removed afterwards. */
export async function tempFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'lamella-cli-')))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), content)
  }
  return path
}

/** The scope of a command line without options. */
export const local = { tenant: 'local' }

/** Both kinds of store, by file name. */
export const kinds = ['data', 'agent.db'] as const

/** Fills the store at a path, and closes it. */
export async function fill(path: string, task: (sessions: Sessions) => Promise<unknown>): Promise<void> {
  if (!path.endsWith('.db')) {
    const sessions = fileSessions(path, { fsync: 'os' })
    await task(sessions)
    return sessions.close()
  }
  const stores = await sqlite(path)
  await task(stores.sessions)
  await stores.close()
}

export const say = (content: string): Message => ({ role: 'user', content })

/** Creates a store of that kind in a new folder, with one session `chat` of six messages, a call and a summary. */
export async function storeWithChat(kind: string): Promise<string> {
  const path = join(await tempFolder(), kind)
  const call: Message = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Bern' } },
    ],
  }
  const result: Message = {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c1', toolName: 'weather', output: { type: 'text', value: 'sunny, 21°' } },
    ],
  }
  await fill(path, async (sessions) => {
    await sessions.append(local, 'chat', [say('Hello'), { role: 'assistant', content: 'Hi!' }], {
      at: new Date('2026-03-12T10:20:30Z'),
      operation: 'first',
    })
    await sessions.append(local, 'chat', [say('And the weather\nin Bern?'), call, result], {
      at: new Date('2026-03-13T08:00:00Z'),
    })
    await sessions.append(local, 'chat', [{ role: 'assistant', content: 'Sunny.' }])
    await sessions.compactions.add(local, 'chat', { start: 0, end: 2, text: 'They greeted.' })
  })
  return path
}
