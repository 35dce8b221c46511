import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { isLamellaError } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { createMemoryCache } from '../../src/index.ts'
import { schema } from './work.ts'

/**
 * A separate process that edits one block until it is done or killed. It prints a line for each acknowledged edit. With the name
 * `echo`, it answers each line of input with the words it sees, and adds one.
 */
const [path = '', name = '', count = '0', maxBytes = '67108864'] = process.argv.slice(2)

const { blocks, close } = await sqlite(path, { synchronous: 'normal', busyTimeout: 60_000 })
let made = 0
const memory = createMemoryCache({
  blocks,
  scope: { tenant: 'acme', user: 'ada' },
  newId: () => `${name} ${process.pid} ${++made}`,
  compactAfter: { updates: 20 },
  maxBytes: Number(maxBytes),
})
await memory.createBlock('a', 'work', { type: 'Working', schema }).catch((error: unknown) => {
  if (!isLamellaError(error, 'BLOCK_EXISTS')) throw error
})
for (let n = 0; n < Number(count); n++) {
  if (n % 5 === 4) {
    // Several edits that one call saves together.
    const document = await memory.getBlock('a', 'work')
    document?.section('text').appendText(`<${name} ${n}>`)
    document?.section('map').incrementCounter('sum', 1)
    await memory.persistBlock('a', 'work')
    document?.close()
  } else {
    await memory.changeBlock('a', 'work', 'appendText', [`<${name} ${n}>`], { section: 'text' })
    await memory.changeBlock('a', 'work', 'incrementCounter', ['sum', 1], { section: 'map' })
  }
  writeSync(1, `${n}\n`)
}
if (name === 'echo') {
  for await (const line of createInterface({ input: process.stdin })) {
    const seen = await memory.getRenderedContent('a', 'work')
    await memory.changeBlock('a', 'work', 'appendText', [`<echo ${line}>`], { section: 'text' })
    writeSync(1, `${JSON.stringify(seen)}\n`)
  }
}
await memory.close()
await close()
