import { createContext } from '@lamella/core'
import { createAdapter } from '@lamella/host'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'

export const expected = '1'
export default async function run() {
  const builder = createContext().use([history(), message()]).budget({ window: 2_000, reserve: 100 })
  const adapter = createAdapter('rehearsal', { builder, sessions: createSessionStore() })
  const messages = [{ role: 'user', content: 'Hello' }]
  const { context } = await adapter.next({ scope: { tenant: 'acme' }, session: 's', messages })
  return `${context.messages.length}`
}
