import { join } from 'node:path'
import { fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import type { SessionStore } from '@lamella/store'
import { claudeSessions } from '../../src/index.ts'
import { batch } from './batches.ts'

/** A separate process that appends batches, from one on, until it is killed; it prints the number of each that was acknowledged. */
const [kind = '', folder = '', session = '', first = '0'] = process.argv.slice(2)

async function open(): Promise<SessionStore> {
  if (kind === 'SQLite') return (await sqlite(join(folder, 'kills.db'), { synchronous: 'normal' })).sessions
  return fileSessions(join(folder, 'kills'), { fsync: 'os', lockTimeout: 2_000 })
}

const store = claudeSessions(await open(), { tenant: 'acme' })
const key = { projectKey: 'work', sessionId: session }
for (let number = Number(first); ; number++) {
  await store.append(key, batch(number))
  await new Promise<void>((resolve) => {
    process.stdout.write(`${number}\n`, () => resolve())
  })
}
