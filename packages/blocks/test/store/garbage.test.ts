import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { newMemory } from './support.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

/** Objects that a caller can get from a document and hold instead of it, and how each reads the section's text. */
const made = [
  ['the document', (document: Made) => document, (kept: Made) => kept.section('notes').getText()],
  [
    'the document of the system',
    (document: Made) => document.asSystem(),
    (kept: Made) => kept.section('notes').getText(),
  ],
  ['its section', (document: Made) => document.section('notes'), (kept: ReturnType<Made['section']>) => kept.getText()],
] as const
type Made = NonNullable<Awaited<ReturnType<ReturnType<typeof newMemory>['memory']['getBlock']>>>

it.each(made)(
  'a block stays in memory while a caller holds %s, and leaves when the caller drops it',
  async (_, make, read) => {
    const { memory } = newMemory({ maxBytes: 0 })
    const schema = { type: 'composite', sections: [{ name: 'notes', schema: { type: 'text' } }] } as const
    await memory.createBlock('a', 'b', { type: 'Core', schema })
    await memory.createBlock('a', 'other', { type: 'Core' })
    await memory.changeBlock('a', 'b', 'setText', ['Ada likes tea.'], { section: 'notes' })
    const isKept = async (): Promise<boolean> => {
      // A dereferenced WeakRef keeps its target until the end of the turn.
      await pause()
      collect()
      await pause()
      await memory.getRenderedContent('a', 'other')
      return memory.cached().blocks > 0
    }
    // A separate function, so that no reference stays on the stack.
    const get = async (): Promise<{ kept: unknown }> => ({ kept: make((await memory.getBlock('a', 'b')) as Made) })
    const holder = await get()
    for (let tries = 0; tries < 3; tries++) expect(await isKept()).toBe(true)
    expect(read(holder.kept as never)).toBe('Ada likes tea.')
    holder.kept = undefined
    let tries = 0
    while ((await isKept()) && tries < 50) tries++
    expect(memory.cached().blocks).toBe(0)
  },
)

it('a block stays in memory while it has a listener, even if no caller holds its document', async () => {
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
