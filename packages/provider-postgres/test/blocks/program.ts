import { writeSync } from 'node:fs'
import { createMemoryCache, defineSchema } from '@lamella/blocks'
import { isLamellaError } from '@lamella/core'
import { postgres } from '@lamella/provider-postgres'

/** A separate process that edits a block until it is done or killed. It prints a line for each acknowledged edit. */
const [task = '', address = '', role = '', name = '', count = '0', compactAfter = '1000000'] = process.argv.slice(2)
const scope = { tenant: 'acme', user: 'ada' }
const said = (line: string): void => {
  writeSync(1, `${line}\n`)
}
const { blocks, close } = await postgres(address, { role })

/** Words as bytes; snapshots are lists of words. */
if (task === 'words') {
  const read = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)
  for (let n = 0; n < Number(count); n++) {
    const word = `${name} ${n}`
    const { revision } = await blocks.append(scope, 'b', new TextEncoder().encode(word), { operation: word })
    said(`${n} ${revision}`)
    if (n % Number(compactAfter) !== Number(compactAfter) - 1) continue
    const content = await blocks.read(scope, 'b')
    const before = content?.snapshot === undefined ? [] : (JSON.parse(read(content.snapshot)) as readonly string[])
    const all = JSON.stringify([...before, ...(content?.updates ?? []).map(read)])
    await blocks.compact(scope, 'b', new TextEncoder().encode(all), content?.revision ?? 0)
    await blocks.setText(scope, 'b', all, content?.revision ?? 0)
  }
}

/** A document of `@lamella/blocks`: each edit adds a word to the text and 1 to the sum. */
if (task === 'document') {
  const schema = defineSchema({
    type: 'composite',
    sections: [
      { name: 'text', schema: { type: 'text' } },
      { name: 'map', schema: { type: 'map', fields: [{ name: 'sum', type: 'counter' }] } },
    ],
  })
  let made = 0
  const newId = (): string => `${name} ${process.pid} ${++made}`
  const memory = createMemoryCache({ blocks, scope, newId, compactAfter: { updates: 20 } })
  await memory.createBlock('a', 'work', { type: 'Working', schema }).catch((error: unknown) => {
    if (!isLamellaError(error, 'BLOCK_EXISTS')) throw error
  })
  for (let n = 0; n < Number(count); n++) {
    await memory.changeBlock('a', 'work', 'appendText', [`<${name} ${n}>`], { section: 'text' })
    await memory.changeBlock('a', 'work', 'incrementCounter', ['sum', 1], { section: 'map' })
    said(`${n}`)
  }
  await memory.close()
}
await close()
