import fs, { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileMemory } from '@lamella/provider-fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Folder, tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'anna' }
const open = (folder: Folder) => fileMemory(folder.path, { owner: scope, fsync: 'os' })
const textsOf = async (memory: ReturnType<typeof open>): Promise<readonly string[]> =>
  (await memory.list(scope)).entries.map(({ text }) => text).sort()

/** Stops the clock that the age of a file is measured by, so that a slow machine does not matter. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Runs an action once, just before the system call that takes MEMORY.md out of its place. */
function beforeReplacement(action: () => void): { readonly done: boolean } {
  const { renameSync } = fs
  const state = { done: false }
  const restore = (): void => {
    fs.renameSync = renameSync
    syncBuiltinESMExports()
  }
  fs.renameSync = (from, to) => {
    if ([from, to].some((path) => basename(String(path)) === 'MEMORY.md')) {
      restore()
      action()
      state.done = true
    }
    renameSync(from, to)
  }
  syncBuiltinESMExports()
  onTestFinished(restore)
  return state
}

describe('a save by an editor', () => {
  const changes = [
    ['a put', ['by hand', 'new', 'old']],
    ['the removal of the last entry', ['by hand']],
  ] as const
  it.each(changes)('between the comparison and %s is kept', async (name, texts) => {
    const folder = await tempFolder()
    const memory = open(folder)
    await memory.put(scope, { id: 'old', text: 'old' })
    const path = folder.at('MEMORY.md')
    const saved = beforeReplacement(() => writeFileSync(path, `${readFileSync(path, 'utf8')}- by hand\n`))
    if (name === 'a put') await memory.put(scope, { id: 'new', text: 'new' })
    else expect(await memory.delete(scope, 'old')).toBe(true)
    expect(saved.done).toBe(true)
    expect(await textsOf(memory)).toEqual(texts)
    expect((await readdir(folder.path)).sort()).toEqual(['.locks', 'MEMORY.md'])
    await memory.close()
  })

  it('that begins between the comparison and the replacement, and ends later, is kept', async () => {
    stopClock()
    const folder = await tempFolder({ 'MEMORY.md': '- first\n' })
    const memory = open(folder)
    let file = 0
    const saved = beforeReplacement(() => {
      file = openSync(folder.at('MEMORY.md'), 'w')
    })
    const put = memory.put(scope, { id: 'new', text: 'new' })
    while (!saved.done) await setTimeout(1)
    writeSync(file, '- first\n- by hand\n')
    closeSync(file)
    await put
    expect(await textsOf(memory)).toEqual(['by hand', 'first', 'new'])
    await memory.close()
  })

  it('that has emptied the file, but not yet written it, is awaited', async () => {
    stopClock()
    const folder = await tempFolder({ 'MEMORY.md': '' })
    const memory = open(folder)
    const put = memory.put(scope, { id: 'new', text: 'new' })
    await setTimeout(50)
    writeFileSync(folder.at('MEMORY.md'), '- by hand\n')
    await put
    expect(await textsOf(memory)).toEqual(['by hand', 'new'])
    // A file that stays empty is used in the end.
    await writeFile(folder.at('MEMORY.md'), '')
    await memory.put(scope, { id: 'new', text: 'new' })
    expect(await textsOf(memory)).toEqual(['new'])
    await memory.close()
  })

  it('is never lost, however many are made during puts', async () => {
    const folder = await tempFolder({ 'MEMORY.md': '- first\n' })
    const memory = open(folder)
    const path = folder.at('MEMORY.md')
    let saved = 0
    const editor = (async () => {
      for (; saved < 50; saved++) {
        // Synchronous, so that no save takes longer than the store waits, however slow the machine is.
        writeFileSync(path, `${readFileSync(path, 'utf8')}- by hand ${saved}\n`)
        await setTimeout(2)
      }
    })()
    for (let n = 0; saved < 50; n++) await memory.put(scope, { id: 'n', text: String(n) })
    await editor
    const last = await memory.put(scope, { id: 'last', text: 'last' })
    expect(await memory.get(scope, 'last')).toEqual(last)
    const texts = await textsOf(memory)
    for (let n = 0; n < 50; n++) expect(texts).toContain(`by hand ${n}`)
    await memory.close()
  })
})
