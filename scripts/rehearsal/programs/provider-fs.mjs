import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext } from '@lamella/core'
import { fileSessions, workspace } from '@lamella/provider-fs'
import { openSession } from '@lamella/store'

export const expected = 'You are Kim. 1'
export default async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-smoke-'))
  await writeFile(join(folder, 'SOUL.md'), 'You are Kim.')
  const scope = { tenant: 'acme', kind: 'private' }
  const sessions = fileSessions(join(folder, 'sessions'))
  await sessions.append(scope, 'chat-1', [{ role: 'user', content: 'Hello' }])
  const builder = createContext().use(workspace(folder)).budget({ window: 8_000, reserve: 1_000 })
  const { system, messages } = await builder.build({ scope, session: await openSession(sessions, scope, 'chat-1') })
  await sessions.close()
  await rm(folder, { recursive: true })
  return `${system[0].content.includes('You are Kim.') ? 'You are Kim.' : 'nobody'} ${messages.length}`
}
