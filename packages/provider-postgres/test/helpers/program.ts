import { writeSync } from 'node:fs'
import { isLamellaError } from '@lamella/core'
import { postgres } from '@lamella/provider-postgres'
import { writeBlobs } from '../../../provider-fs/test/stores/helpers/blob-writer.ts'

/** A separate process that uses a schema until it is done or killed. Each printed line was acknowledged. */
const [task = '', address = '', schema = '', name = '', count = '0', sessions = '1'] = process.argv.slice(2)
const scope = { tenant: 'acme', user: 'ada' }
const said = (line: string): void => {
  writeSync(1, `${line}\n`)
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const stores = await postgres(address, { schema, maxConnections: 1 })

/** Appends to sessions in turn. */
if (task === 'append') {
  for (let n = 0; n < Number(count); n++) {
    const session = `s${n % Number(sessions)}`
    const { start } = await stores.sessions.append(scope, session, [{ role: 'user', content: `${name} ${n}` }])
    said(`${n} ${start}`)
  }
}

/**
 * Appends of one to three messages, each of which names its append and the number of its messages. Retries what it does
 * not know to be done, by the name of its operation.
 */
if (task === 'groups') {
  for (let n = 0; n < Number(count); n++) {
    const parts = 1 + (n % 3)
    const messages = Array.from({ length: parts }, (_, part) => ({
      role: 'user' as const,
      content: `${name} ${n} ${part} ${parts} ${'x'.repeat((n % 5) * 2_000)}`,
    }))
    for (let isDone = false; !isDone; ) {
      try {
        const { start, repeated } = await stores.sessions.append(scope, 's0', messages, { operation: `${name} ${n}` })
        said(`${n} ${start}${repeated ? ' repeated' : ''}`)
        isDone = true
      } catch (error) {
        if (!isLamellaError(error) || error.code !== 'POSTGRES_UNAVAILABLE') throw error
        await pause(20)
      }
    }
  }
}
if (task === 'blobs') await writeBlobs(stores, name, Number(count), said)
await stores.close()
