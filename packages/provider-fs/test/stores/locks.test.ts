import { spawnSync } from 'node:child_process'
import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createLocks } from '../../src/lock/locks.ts'
import { thisOwner } from '../../src/lock/owner.ts'
import { tempFolder } from '../helpers/folder.ts'

const times = { timeout: 3_000, stale: 200 }
const dead = (): number => spawnSync(process.execPath, ['-e', '']).pid ?? 0
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('a lock', () => {
  it('is held by one task at a time, within one `Locks` and across several', async () => {
    const folder = await tempFolder()
    const several = [createLocks(folder.path, times), createLocks(folder.path, times)]
    let inside = 0
    let most = 0
    let count = 0
    const task = async (): Promise<void> => {
      most = Math.max(most, ++inside)
      await pause(1)
      inside--
      count++
    }
    await Promise.all(Array.from({ length: 40 }, (_, n) => several[n % 2]?.hold('a', task)))
    expect([most, count]).toEqual([1, 40])
    for (const locks of several) await locks.close()
    expect(await readdir(folder.path)).toEqual([])
  })

  it('does not block locks with another name, and is released after a failure', async () => {
    const locks = createLocks((await tempFolder()).path, times)
    await locks.hold('a', () => locks.hold('b', async () => {}))
    await expect(locks.hold('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await locks.isHeld('a')).toBe(false)
    expect(await locks.hold('a', () => locks.isHeld('a'))).toBe(true)
  })

  it('that is never released causes an error that names the holder', async () => {
    const folder = await tempFolder()
    const one = createLocks(folder.path, times)
    const other = createLocks(folder.path, { ...times, timeout: 30 })
    await one.hold('a', async () => {
      await expect(other.hold('a', async () => {})).rejects.toMatchObject({
        code: 'STORE_BUSY',
        message: expect.stringContaining(String(process.pid)),
      })
    })
  })

  it('of a dead process is taken over at once, by exactly one waiter', async () => {
    for (let round = 0; round < 20; round++) {
      const folder = await tempFolder()
      const gone = { ...(await thisOwner()), pid: dead(), id: 'gone' }
      await writeFile(folder.at('a.lock'), JSON.stringify(gone))
      await writeFile(folder.at('gone.owner'), JSON.stringify(gone))
      // The process that was removing it also died.
      if (round % 2 === 0) await writeFile(folder.at('gone.break'), JSON.stringify({ ...gone, id: 'gone-too' }))
      const many = Array.from({ length: 8 }, () => createLocks(folder.path, { timeout: 3_000, stale: 60_000 }))
      let inside = 0
      let count = 0
      const task = async (): Promise<void> => {
        expect(++inside).toBe(1)
        await pause(1)
        inside--
        count++
      }
      await Promise.all(many.map((locks) => locks.hold('a', task)))
      expect(count).toBe(8)
      for (const locks of many) await locks.close()
      expect(await readdir(folder.path)).toEqual([])
    }
  })

  it("is not taken from a live process that reuses a dead one's number", async () => {
    const folder = await tempFolder()
    const own = await thisOwner()
    const locks = createLocks(folder.path, { timeout: 3_000, stale: 60_000 })
    await writeFile(folder.at('a.lock'), JSON.stringify({ ...own, started: '1', id: 'before' }))
    expect(await locks.hold('a', async () => 'had')).toBe('had')
    await writeFile(folder.at('a.lock'), JSON.stringify({ ...own, id: 'living' }))
    const impatient = createLocks(folder.path, { timeout: 200, stale: 20 })
    await expect(impatient.hold('a', async () => {})).rejects.toMatchObject({ code: 'STORE_BUSY' })
  })

  it.each(['another machine', 'an unreadable owner'])(
    'of %s is taken over only without a sign of life',
    async (whose) => {
      const folder = await tempFolder()
      const other = { ...(await thisOwner()), machine: 'other', id: 'other' }
      await writeFile(folder.at('a.lock'), whose === 'another machine' ? JSON.stringify(other) : '')
      const beat = setInterval(() => {
        const now = new Date()
        utimes(folder.at('a.lock'), now, now).catch(() => {})
      }, 20)
      const locks = createLocks(folder.path, { timeout: 600, stale: 200 })
      await expect(locks.hold('a', async () => {})).rejects.toMatchObject({ code: 'STORE_BUSY' })
      clearInterval(beat)
      await pause(50)
      expect(await locks.hold('a', async () => 'had')).toBe('had')
    },
  )

  it('signals life while it is held', async () => {
    const folder = await tempFolder()
    const one = createLocks(folder.path, times)
    await one.hold('a', async () => {
      const { watch } = await import('node:fs')
      let beats = 0
      const watcher = watch(folder.path, () => beats++)
      await pause(300)
      watcher.close()
      expect(beats).toBeGreaterThan(1)
    })
  })

  it('that was taken away is detected before a write, and not released', async () => {
    const folder = await tempFolder()
    const locks = createLocks(folder.path, { timeout: 1_000, stale: 20 })
    await locks.hold('a', async (checkLock) => {
      await checkLock()
      await rm(folder.at('a.lock'))
      await writeFile(folder.at('a.lock'), JSON.stringify({ ...(await thisOwner()), id: 'taker' }))
      await pause(30)
      await expect(checkLock()).rejects.toMatchObject({ code: 'STORE_BUSY' })
    })
    expect(await readdir(folder.path)).toContain('a.lock')
  })

  it('can be acquired again after its folder was emptied', async () => {
    const folder = await tempFolder()
    const locks = createLocks(folder.at('locks'), times)
    await locks.hold('a', async () => {})
    await rm(folder.at('locks'), { recursive: true })
    expect(await locks.hold('a', async () => 'had')).toBe('had')
  })
})
