import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import type { BlockContent } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { programs } from '../helpers/processes.ts'
import { textOf } from './stores.ts'

const scope = { tenant: 'acme', user: 'ada' }
const processes = 8
const crashes = Number(process.env['LAMELLA_CRASHES'] ?? 8)
const appends = Number(process.env['LAMELLA_APPENDS'] ?? 200)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** All words of a block, those of the snapshot first. */
function wordsOf(content: BlockContent | undefined): readonly string[] {
  const snapshot = JSON.parse(textOf(content?.snapshot) ?? '[]') as readonly string[]
  return [...snapshot, ...(content?.updates ?? []).map((update) => String(textOf(update)))]
}

describe(`${processes} processes`, () => {
  it(`lose no update when each appends ${appends} to one block, and see one order`, async () => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    const running = Array.from({ length: processes }, (_, name) => start('blocks', path, name, appends, 1_000_000))
    for (const one of running) expect(await one.ended).toBe(0)
    const { blocks, check, close } = await sqlite(path)
    const content = await blocks.read(scope, 'b')
    expect(content?.revision).toBe(1 + processes * appends)
    const words = wordsOf(content)
    expect(words).toHaveLength(processes * appends)
    for (const [name, one] of running.entries()) {
      const own = words.flatMap((word, index) => (word.startsWith(`${name} `) ? [`${word.slice(2)} ${index + 2}`] : []))
      expect(own).toEqual(one.lines())
      expect(own).toHaveLength(appends)
    }
    expect(await check()).toEqual([])
    await close()
  })

  it('lose nothing when they append to one block and compact it concurrently', async () => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    const running = Array.from({ length: processes }, (_, name) => start('blocks', path, name, appends, 3 + name))
    for (const one of running) expect(await one.ended).toBe(0)
    const { blocks, check, close } = await sqlite(path)
    const words = wordsOf(await blocks.read(scope, 'b'))
    const all = running.flatMap((_, name) => Array.from({ length: appends }, (__, n) => `${name} ${n}`))
    expect([...words].sort()).toEqual(all.sort())
    const block = await blocks.get(scope, 'b')
    expect(block).toMatchObject({ revision: 1 + all.length, contentRevision: 1 + all.length })
    expect(block?.updates).toBeLessThan(all.length / 2)
    expect(await check()).toEqual([])
    await close()
  })
})

describe('a killed process', () => {
  it(`loses no acknowledged change, even if killed ${crashes} times while it appends and compacts`, async () => {
    const start = await programs()
    const folder = tempFolder()
    let acknowledged = 0
    for (let crash = 0; crash < crashes; crash++) {
      const path = join(folder, `${Math.floor(crash / 5)}.db`)
      const running = start('blocks', path, crash, 1_000_000, 5)
      if (crash % 4 === 0) await pause(100 + Math.random() * 150)
      else {
        while (running.lines().length === 0) await pause(1)
        await pause(Math.random() * 100)
      }
      running.process.kill('SIGKILL')
      expect(await running.ended).toBe(null)
      const { blocks, check, close } = await sqlite(path, { synchronous: 'normal' })
      const words = wordsOf(await blocks.read(scope, 'b'))
      const own = words.filter((word) => word.startsWith(`${crash} `)).map((word) => word.split(' ')[1])
      const lines = running.lines().map((line) => line.split(' ')[0])
      // One more is possible: written, but not acknowledged.
      expect(own.slice(0, lines.length)).toEqual(lines)
      expect(own.length - lines.length).toBeLessThanOrEqual(1)
      expect(new Set(words).size).toBe(words.length)
      // The retry after a lost answer.
      const last = own.at(-1)
      if (last !== undefined) {
        const update = new TextEncoder().encode(`${crash} ${last}`)
        const again = await blocks.append(scope, 'b', update, { operation: `${crash} ${last}` })
        expect(again.repeated).toBe(true)
      }
      expect(await check()).toEqual([])
      acknowledged += lines.length
      await close()
    }
    console.log(`${crashes} crashes: ${acknowledged} updates acknowledged, all there`)
    expect(acknowledged).toBeGreaterThan(0)
  })
})
