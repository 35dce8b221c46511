import { claudeSessions } from '@lamella/claude-agent'
import { createSessionStore } from '@lamella/store/memory'

export const expected = '1 1'
export default async function run() {
  const store = claudeSessions(createSessionStore(), { tenant: 'acme' })
  const key = { projectKey: 'work', sessionId: 'one' }
  const batch = [{ type: 'user', uuid: 'u1' }]
  await store.append(key, batch)
  await store.append(key, batch)
  return `${(await store.load(key)).length} ${(await store.listSessions('work')).length}`
}
