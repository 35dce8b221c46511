import { claudeSessions } from '../../src/index.ts'
import { batch } from './batches.ts'
import { openKilled } from './killed-stores.ts'

/** A separate process that appends batches, from one on, until it is killed; it prints the number of each that was acknowledged. */
const [kind = '', place = '', session = '', first = '0'] = process.argv.slice(2)

const store = claudeSessions((await openKilled(kind, place)).sessions, { tenant: 'acme' })
const key = { projectKey: 'work', sessionId: session }
for (let number = Number(first); ; number++) {
  await store.append(key, batch(number))
  await new Promise<void>((resolve) => {
    process.stdout.write(`${number}\n`, () => resolve())
  })
}
