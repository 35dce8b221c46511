import { writeSync } from 'node:fs'
import { isLamellaError } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { createMemoryCache, defineSchema } from '../../src/index.ts'

/** A process of its own that edits one block until it is done, or is killed. Each line it prints was acknowledged. */
const [path = '', name = '', count = '0'] = process.argv.slice(2)
const schema = defineSchema({
  type: 'composite',
  sections: [
    { name: 'text', schema: { type: 'text' } },
    { name: 'map', schema: { type: 'map', fields: [{ name: 'sum', type: 'counter' }] } },
  ],
})

const { blocks, close } = await sqlite(path, { synchronous: 'normal', busyTimeout: 60_000 })
let made = 0
const memory = createMemoryCache({
  blocks,
  scope: { tenant: 'acme', user: 'ada' },
  newId: () => `${name} ${process.pid} ${++made}`,
  compactAfter: { updates: 20 },
})
await memory.createBlock('a', 'work', { type: 'Working', schema }).catch((error: unknown) => {
  if (!isLamellaError(error, 'BLOCK_EXISTS')) throw error
})
for (let n = 0; n < Number(count); n++) {
  if (n % 5 === 4) {
    // Several edits that are saved together.
    const document = await memory.getBlock('a', 'work')
    document?.appendTextInSection(`<${name} ${n}>`, 'text')
    document?.incrementCounterInSection('sum', 1, 'map')
    await memory.persistBlock('a', 'work')
    document?.close()
  } else {
    await memory.changeBlock('a', 'work', 'appendTextInSection', [`<${name} ${n}>`, 'text'])
    await memory.changeBlock('a', 'work', 'incrementCounterInSection', ['sum', 1, 'map'])
  }
  writeSync(1, `${n}\n`)
}
await memory.close()
await close()
