import { join } from 'node:path'
import type { Message, Scope } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { createClient } from '@libsql/client'
import Database from 'better-sqlite3'
import { duration, measure, type Task } from '../measure.ts'
import { atLeast, atMost, type Claim, type Section } from '../section.ts'
import { tempFolder } from './temp-folder.ts'
import { turn } from './turns.ts'

const scope: Scope = { tenant: 'acme', user: 'ada' }

/** The row of a message, as the store writes it. */
const table = `CREATE TABLE messages (key INTEGER PRIMARY KEY, revision INTEGER NOT NULL, size_before INTEGER NOT NULL,
  size INTEGER NOT NULL, at INTEGER, changed_at INTEGER, json TEXT NOT NULL)`
const insert =
  'INSERT INTO messages (key, revision, size_before, size, at, changed_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)'
const pragmas = (synchronous: string): string =>
  `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON`

/** Compares appending to a session in SQLite with inserting the same rows by hand with the same settings. */
export async function appending(): Promise<Section> {
  const folder = tempFolder()
  const rows: string[][] = [
    ['', 'promise', 'by hand', '`@lamella/provider-sqlite`', 'ratio', '`@libsql/client`', 'ratio'],
  ]
  const claims: Claim[] = []
  for (const [synchronous, promise] of [
    ['normal', 'survives a process crash'],
    ['full', 'survives a power failure'],
  ] as const) {
    for (const messages of [turn.slice(0, 1), turn]) {
      const name = join(folder.path, `${synchronous}-${messages.length}`)
      const { sessions, close } = await sqlite(`${name}.db`, { synchronous })
      const bare = byHand(`${name}-bare.db`, synchronous, messages)
      const peer = await byLibsql(`${name}-libsql.db`, synchronous, messages)
      const ours = (): unknown => sessions.append(scope, 'telegram_4711', messages)
      const { hand, own, libsql } = await measure({ hand: bare.task, own: ours, libsql: peer.task }, { rounds: 21 })
      const what = messages.length === 1 ? 'one message' : `a turn of ${messages.length} messages`
      rows.push([
        what,
        promise,
        duration(hand),
        duration(own),
        (own / hand).toFixed(2),
        duration(libsql),
        (libsql / own).toFixed(2),
      ])
      claims.push(
        atMost(`${what} (${promise}): at most 1.3 times the insert by hand`, own / hand, 1.3),
        atLeast(`${what} (${promise}): \`@libsql/client\` takes at least 1.5 times as long`, libsql / own, 1.5),
      )
      await close()
      bare.close()
      peer.close()
    }
  }
  folder.remove()
  return {
    title: 'Appending to a session in SQLite',
    about:
      'The insert by hand is a prepared statement for the same row, with the same database settings and one ' +
      'transaction per turn. It knows the position in advance, and checks nothing. The store finds the end of the ' +
      'session, checks the messages, writes their JSON, and supports several processes. A message has about 0.2 KB, a ' +
      'result 0.5 KB.',
    table: rows,
    claims,
  }
}

function byHand(path: string, synchronous: string, messages: readonly Message[]): { task: Task; close: () => void } {
  const db = new Database(path)
  db.exec(pragmas(synchronous))
  db.exec(table)
  const statement = db.prepare(insert)
  let [key, size] = [0, 0]
  const add = (): void => {
    for (const message of messages) {
      const json = JSON.stringify(message)
      statement.run(key++, key, size, json.length, null, null, json)
      size += json.length
    }
  }
  return { task: messages.length === 1 ? add : db.transaction(add).immediate, close: () => db.close() }
}

async function byLibsql(
  path: string,
  synchronous: string,
  messages: readonly Message[],
): Promise<{ task: Task; close: () => void }> {
  const client = createClient({ url: `file:${path}` })
  for (const pragma of pragmas(synchronous).split(';')) await client.execute(pragma)
  await client.execute(table)
  let [key, size] = [0, 0]
  const statementOf = (message: Message): { sql: string; args: (number | string | null)[] } => {
    const json = JSON.stringify(message)
    const args = [key++, key, size, json.length, null, null, json]
    size += json.length
    return { sql: insert, args }
  }
  const task = (): Promise<unknown> =>
    messages.length === 1
      ? client.execute(statementOf(messages[0] as Message))
      : client.batch(messages.map(statementOf), 'write')
  return { task, close: () => client.close() }
}
