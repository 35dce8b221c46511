import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { programs } from '../helpers/processes.ts'

const ada = { tenant: 'acme', user: 'ada' }

describe('a backup', () => {
  it('is one state of the database, while another process writes to it', async () => {
    const start = await programs()
    const folder = tempFolder()
    const path = join(folder, 'a.db')
    const running = start('groups', path, 'w', 1_000_000, 1_000)
    while (running.lines().length < 20) await new Promise((resolve) => setTimeout(resolve, 5))
    const { backup, close } = await sqlite(path)
    for (const name of ['1', '2', '3']) await backup(join(folder, `${name}.db`))
    running.process.kill('SIGKILL')
    await running.ended
    await close()
    let before = 20
    for (const name of ['1', '2', '3']) {
      const copy = await sqlite(join(folder, `${name}.db`))
      expect((await copy.check()).filter(({ code }) => code !== 'ERASE_PENDING')).toEqual([])
      const length = (await copy.sessions.info(ada, 's'))?.length ?? 0
      expect(length).toBeGreaterThanOrEqual(before)
      before = length
      await copy.close()
    }
  })

  it('has no byte of what was deleted, goes on alone, and takes no place of another file', async () => {
    const folder = tempFolder()
    const { memory, backup, close } = await sqlite(join(folder, 'a.db'), { erasure: 'overwrite' })
    await memory.put(ada, { id: 'kept', text: 'keptkeptkept' })
    await memory.put(ada, { id: 'gone', text: 'gonegonegone' })
    await memory.delete(ada, 'gone')
    const path = join(folder, 'b.db')
    await backup(path)
    const bytes = readFileSync(path, 'latin1')
    expect([bytes.includes('keptkeptkept'), bytes.includes('gonegonegone')]).toEqual([true, false])
    await expect(backup(path)).rejects.toMatchObject({ code: 'BACKUP_EXISTS', details: { path } })
    const copy = await sqlite(path)
    await copy.memory.put(ada, { id: 'new', text: 'new' })
    expect(await memory.get(ada, 'new')).toBeUndefined()
    await copy.close()
    await close()
  })

  it('begins anew where one before it was cut off, and leaves nothing behind when it fails', async () => {
    const folder = tempFolder()
    const { backup, close } = await sqlite(':memory:')
    writeFileSync(join(folder, 'b.db.partial'), 'half a backup')
    await backup(join(folder, 'b.db'))
    expect(readdirSync(folder)).toEqual(['b.db'])
    await expect(backup(join(folder, 'none', 'b.db'))).rejects.toMatchObject({ code: 'DATABASE_FAILED' })
    expect(existsSync(join(folder, 'none'))).toBe(false)
    for (const path of ['', undefined, 7])
      await expect(backup(path as string)).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
    await close()
  })
})
