import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { createMemoryCache } from '../../src/index.ts'
import { programs, tempFolder } from './processes.ts'
import { newId, scope } from './support.ts'
import { schema } from './work.ts'

const processes = 4
const crashes = Number(process.env['LAMELLA_CRASHES'] ?? 8)
const edits = Number(process.env['LAMELLA_APPENDS'] ?? 100)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads the content in a new program. */
async function readWork(path: string): Promise<{ readonly words: readonly string[]; readonly sum: number }> {
  const { blocks, check, close } = await sqlite(path, { synchronous: 'normal' })
  const memory = createMemoryCache({ blocks, scope, newId })
  const document = await memory.getBlock('a', 'work')
  const text = document?.section('text').getText() ?? ''
  const sum = Number(document?.section('map').getField('sum') ?? 0)
  expect(document?.notices() ?? []).toEqual([])
  expect(await check()).toEqual([])
  await memory.close()
  await close()
  return { words: Array.from(text.matchAll(/<([^<>]*)>/g), ([, word = '']) => word), sum }
}

describe(`${processes} processes`, () => {
  it.each([
    ['lose nothing', edits, 2 ** 26],
    ['lose nothing when they keep no block in memory', Math.ceil(edits / 5), 0],
  ])('that edit one block at the same time %s, over %i edits each', async (_, count, maxBytes) => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    const running = Array.from({ length: processes }, (__, name) => start(path, name, count, maxBytes))
    for (const one of running) expect(await one.ended).toBe(0)
    const { words, sum } = await readWork(path)
    const all = running.flatMap((__, name) => Array.from({ length: count }, (___, n) => `${name} ${n}`))
    expect([...words].sort()).toEqual(all.sort())
    expect(sum).toBe(processes * count)
    console.log(`${processes} processes, ${words.length} edits, none lost`)
  })
})

describe('two processes', () => {
  it("see each other's changes on their next read", async () => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    const other = start(path, 'echo')
    const { blocks, close } = await sqlite(path, { synchronous: 'normal', busyTimeout: 60_000 })
    const memory = createMemoryCache({ blocks, scope, newId })
    const begun = { code: 'BLOCK_EXISTS' }
    await memory
      .createBlock('a', 'work', { type: 'Working', schema })
      .catch((error) => expect(error).toMatchObject(begun))
    for (let n = 0; n < 25; n++) {
      await memory.changeBlock('a', 'work', 'appendText', [`<here ${n}>`], { section: 'text' })
      other.process.stdin?.write(`${n}\n`)
      while (other.lines().length <= n) await pause(1)
      const all = Array.from({ length: n + 1 }, (_, index) => `<here ${index}><echo ${index}>`).join('')
      expect(JSON.parse(other.lines()[n] ?? '')).toContain(all.slice(0, all.lastIndexOf('<')))
      expect(await memory.getRenderedContent('a', 'work')).toContain(all)
    }
    other.process.stdin?.end()
    expect(await other.ended).toBe(0)
    await memory.close()
    await close()
  })
})

describe('a killed program', () => {
  it(`loses no acknowledged change, even if killed ${crashes} times while saving`, async () => {
    const start = await programs()
    const folder = tempFolder()
    let acknowledged = 0
    for (let crash = 0; crash < crashes; crash++) {
      const path = join(folder, `${Math.floor(crash / 4)}.db`)
      const running = start(path, crash, 1_000_000)
      if (crash % 4 === 0) await pause(150 + Math.random() * 200)
      else {
        while (running.lines().length === 0) await pause(1)
        await pause(Math.random() * 100)
      }
      running.process.kill('SIGKILL')
      expect(await running.ended).toBe(null)
      const { words } = await readWork(path)
      const own = words.filter((word) => word.startsWith(`${crash} `)).map((word) => word.split(' ')[1])
      const lines = running.lines()
      // One more edit is possible: it was saved, but not acknowledged.
      expect(own.slice(0, lines.length)).toEqual(lines)
      expect(own.length - lines.length).toBeLessThanOrEqual(1)
      expect(new Set(words).size).toBe(words.length)
      acknowledged += lines.length
    }
    console.log(`${crashes} crashes: ${acknowledged} edits acknowledged, all there`)
    expect(acknowledged).toBeGreaterThan(0)
  })
})
