import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../helpers/folder.ts'
import { programs } from '../../helpers/processes.ts'

const ada = { tenant: 'acme', user: 'ada' }

const crashes = Math.min(50, Number(process.env['LAMELLA_CRASHES'] ?? 4))
/** On a busy machine a kill can come too late to leave anything; one of this many must not. */
const patience = 50

describe('a backup', () => {
  it('is one consistent state of the database during writes by another process', async () => {
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

  it('contains no deleted bytes, works on its own, and never replaces another file', async () => {
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

  it('that is killed leaves no bytes of later deletions, in its folder or any other', async () => {
    const start = await programs()
    let left = 0
    for (let crash = 0; crash < crashes || (left === 0 && crash < patience); crash++) {
      const folder = tempFolder()
      const path = join(folder, 'a.db')
      const elsewhere = join(folder, 'backups')
      mkdirSync(elsewhere)
      const { sessions, memory, close } = await sqlite(path, { synchronous: 'normal' })
      await sessions.append(ada, 's', [{ role: 'user', content: `secretsecret ${'x'.repeat(20_000_000)}` }])
      await memory.put(ada, { id: 'gone', text: 'secretsecret' })
      const running = start('backup', path, join(elsewhere, 'b.db'))
      const partial = join(elsewhere, 'b.db.partial')
      const isSmall = (): boolean => (statSync(partial, { throwIfNoEntry: false })?.size ?? 0) < 1_000_000
      while (running.process.exitCode === null && isSmall()) await new Promise((done) => setTimeout(done, 1))
      running.process.kill('SIGKILL')
      await running.ended
      if (existsSync(partial)) left++
      const isBackedUp = existsSync(join(elsewhere, 'b.db'))
      if (crash % 2 === 0) await sessions.delete(ada, 's')
      await (crash % 2 === 0 ? memory.delete(ada, 'gone') : Promise.all([sessions.admin.erase(ada), memory.erase(ada)]))
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (name === 'backups' || (isBackedUp && name.endsWith('b.db'))) continue
        expect([name, readFileSync(join(folder, name), 'latin1').includes('secretsecret')]).toEqual([name, false])
      }
      await close()
    }
    console.log(`${crashes} backups killed, of which ${left} left a file`)
    expect(left).toBeGreaterThan(0)
  })

  it('in progress in a living process is not removed by a deletion', async () => {
    const start = await programs()
    const path = join(tempFolder(), 'a.db')
    const { sessions, memory, close } = await sqlite(path, { synchronous: 'normal', erasure: 'overwrite' })
    await sessions.append(ada, 's', [{ role: 'user', content: 'x'.repeat(50_000_000) }])
    await memory.put(ada, { id: 'gone', text: 'secret' })
    const running = start('backup', path, `${path}.copy`)
    const hasBegun = (): boolean => existsSync(`${path}.copy.partial`) || running.process.exitCode !== null
    while (!hasBegun()) await new Promise((done) => setTimeout(done, 1))
    await memory.delete(ada, 'gone')
    expect(await running.ended).toBe(0)
    const copy = await sqlite(`${path}.copy`)
    expect(await copy.sessions.info(ada, 's')).toMatchObject({ length: 1 })
    await copy.close()
    await close()
  })

  it('starts again after an interrupted one, and leaves nothing when it fails', async () => {
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
