import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '@lamella/core'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import type { SessionStore } from '@lamella/store'
import { createClient } from '@libsql/client'
import Database from 'better-sqlite3'
import { duration, measure } from '../measure.ts'
import { atLeast, atMost, type Section } from '../section.ts'
import { tempFolder } from './temp-folder.ts'
import { turns } from './turns.ts'

const scope: Scope = { tenant: 'acme', user: 'ada' }
const session = 'telegram_4711'
const length = 100_000
const newest = 'SELECT json FROM messages WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT 50'

/** Measures reading the newest 50 messages of a long session, in a database and in a file. */
export async function tails(): Promise<Section> {
  const folder = tempFolder()
  const path = join(folder.path, 'agent.db')
  const stores = await sqlite(path, { synchronous: 'normal' })
  const files = fileSessions(join(folder.path, 'files'), { fsync: 'os' })
  await Promise.all([fill(stores.sessions), fill(files)])

  const db = new Database(path)
  const { first, last } = db.prepare('SELECT min(key) AS first, max(key) AS last FROM messages').get() as Ends
  const query = db.prepare(newest)
  const libsql = createClient({ url: `file:${path}` })
  const file = join(folder.path, 'files', 'acme', 'ada', '_', `${session}.jsonl`)
  const { bare, own, peer, tail } = await measure({
    bare: () => (query.all(first, last + 1) as JsonRow[]).map(({ json }) => JSON.parse(json) as unknown),
    own: () => stores.sessions.page(scope, session),
    peer: async () => {
      const { rows } = await libsql.execute({ sql: newest, args: [first, last + 1] })
      return rows.map(({ json }) => JSON.parse(json as string) as unknown)
    },
    tail: () => files.page(scope, session),
  })
  // Measured separately: the garbage of a whole file takes tens of milliseconds to collect, in whichever task is next.
  const { whole } = await measure({
    whole: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown)
        .slice(-50),
  })
  await Promise.all([stores.close(), files.close()])
  db.close()
  libsql.close()
  folder.remove()
  return {
    title: 'The end of a long session',
    about:
      'The newest 50 of 100,000 messages, parsed. The query by hand is a prepared statement on the primary key of the same table.',
    table: [
      ['', 'takes'],
      ['SQLite, a query by hand and `JSON.parse`', duration(bare)],
      ['SQLite, `page` of `@lamella/provider-sqlite`', duration(own)],
      ['SQLite, the query by hand with `@libsql/client`', duration(peer)],
      ['JSONL, `page` of `@lamella/provider-fs`', duration(tail)],
      ['JSONL, the whole file read and parsed', duration(whole)],
    ],
    claims: [
      atMost('from SQLite: at most 1.5 times the query by hand', own / bare, 1.5),
      atLeast('from SQLite: `@libsql/client` takes at least 1.5 times as long', peer / own, 1.5),
      atLeast('from JSONL: at least 200 times faster than reading the whole file', whole / tail, 200),
    ],
  }
}

interface Ends {
  readonly first: number
  readonly last: number
}

interface JsonRow {
  readonly json: string
}

async function fill(sessions: SessionStore): Promise<void> {
  for (const messages of turns(length, 1_000)) await sessions.append(scope, session, messages)
}
