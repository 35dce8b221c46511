import { postgres } from '@lamella/provider-postgres'

export const expected = '1 0'
export default async function run() {
  const scope = { tenant: 'acme' }
  const schema = `smoke_${process.pid}`
  const { sessions, search, close } = await postgres(process.env.DATABASE_URL, { schema, maxConnections: 2 })
  await sessions.append(scope, 'chat-1', [{ role: 'user', content: 'The ships left on Monday.' }])
  const [found] = (await search(scope, { query: 'When did the ship leave?' })).hits
  const { length } = await sessions.info(scope, 'chat-1')
  await close()
  return `${length} ${found.item.position}`
}
