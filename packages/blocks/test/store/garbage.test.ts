import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { newMemory } from './support.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

/** What can be made of a document, and kept instead of it. */
const made = [
  ['the document', (document: Made) => document],
  ['the document of the system', (document: Made) => document.asSystem()],
  ['its section', (document: Made) => document.section('notes')],
] as const
type Made = NonNullable<Awaited<ReturnType<ReturnType<typeof newMemory>['memory']['getBlock']>>>

it.each(made)('a block stays in memory while a caller has %s, and goes when that is forgotten', async (_, make) => {
  const { memory } = newMemory({ maxBytes: 0 })
  const schema = { type: 'composite', sections: [{ name: 'notes', schema: { type: 'text' } }] } as const
  await memory.createBlock('a', 'b', { type: 'Core', schema })
  await memory.createBlock('a', 'other', { type: 'Core' })
  const isKept = async (): Promise<boolean> => {
    // What was looked at is kept until the end of the turn.
    await pause()
    collect()
    await pause()
    await memory.getRenderedContent('a', 'other')
    return memory.cached().blocks > 0
  }
  // A function of its own, so that nothing of it is left on the stack.
  const get = async (): Promise<{ kept: unknown }> => ({ kept: make((await memory.getBlock('a', 'b')) as Made) })
  const holder = await get()
  for (let tries = 0; tries < 3; tries++) expect(await isKept()).toBe(true)
  expect(holder.kept).toBeDefined()
  holder.kept = undefined
  let tries = 0
  while ((await isKept()) && tries < 50) tries++
  expect(memory.cached().blocks).toBe(0)
})

it('a block stays in memory while somebody listens to it, although nobody has its document', async () => {
  const { memory } = newMemory({ maxBytes: 0 })
  await memory.createBlock('a', 'b', { type: 'Core' })
  await memory.createBlock('a', 'other', { type: 'Core' })
  let heard = 0
  const listen = async (): Promise<void> => {
    const document = await memory.getBlock('a', 'b')
    document?.subscribe(() => heard++)
  }
  await listen()
  for (let tries = 0; tries < 5; tries++) {
    await pause()
    collect()
    await pause()
    await memory.getRenderedContent('a', 'other')
  }
  expect(memory.cached().blocks).toBe(1)
  await memory.appendToBlock('a', 'b', 'x')
  expect(heard).toBe(1)
})
