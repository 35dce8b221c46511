import { sqlite } from '@lamella/provider-sqlite'

/** The database of the runtime where it has one, else better-sqlite3. */
async function database() {
  const own = await import('node:sqlite').catch(() => undefined)
  return own === undefined ? ':memory:' : new own.DatabaseSync(':memory:')
}

export const expected = '1 0'
export default async function run() {
  const scope = { tenant: 'acme' }
  const { sessions, search, close } = await sqlite(await database())
  await sessions.append(scope, 'chat-1', [{ role: 'user', content: 'The ships left on Monday.' }])
  const [found] = (await search(scope, { query: 'When did the ship leave?' })).hits
  const { length } = await sessions.info(scope, 'chat-1')
  await close()
  return `${length} ${found.item.position}`
}
