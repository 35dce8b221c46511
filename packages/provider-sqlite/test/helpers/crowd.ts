import { fileMemory, fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { joinCrowd } from '../shared/crowd.ts'

/** A separate process that talks in a session with others. */
const [kind = '', path = '', name = '', turns = '0', seed = '1'] = process.argv.slice(2)

if (kind === 'sqlite') {
  const stores = await sqlite(path, { synchronous: 'normal', busyTimeout: 60_000 })
  await joinCrowd(stores, name, Number(turns), Number(seed))
  await stores.close()
} else {
  const sessions = fileSessions(path, { fsync: 'os' })
  await joinCrowd({ sessions, memory: fileMemory(path, { fsync: 'os' }) }, name, Number(turns), Number(seed))
  await sessions.close()
}
process.stdin.destroy()
