import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'

export const expected = '1 Hello'
export default async function run() {
  const [sessions, scope] = [createSessionStore(), { tenant: 'acme' }]
  await sessions.append(scope, 's', [{ role: 'user', content: 'Hello' }])
  const session = await openSession(sessions, scope, 's')
  const [message] = await session.read(0, session.length, { signal: new AbortController().signal })
  return `${session.length} ${message.content}`
}
