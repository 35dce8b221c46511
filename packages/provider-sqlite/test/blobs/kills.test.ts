import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it } from 'vitest'
import { problemsAfter } from '../../../provider-fs/test/stores/helpers/blob-writer.ts'
import { tempFolder } from '../helpers/folder.ts'
import { programs } from '../helpers/processes.ts'

const kills = Number(process.env['LAMELLA_KILLS'] ?? 4)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

it(`after ${kills} killed writers, every blob that a message names reads back, and the rest is swept`, async () => {
  const start = await programs()
  const folder = tempFolder()
  let acknowledged = 0
  for (let kill = 0; kill < kills; kill++) {
    const path = join(folder, `${Math.floor(kill / 5)}.db`)
    const writer = start('put blobs', path, kill, 1_000_000)
    while (writer.lines().length === 0) await pause(1)
    await pause(Math.random() * 200)
    writer.process.kill('SIGKILL')
    expect(await writer.ended).toBe(null)
    const stores = await sqlite(path, { synchronous: 'normal', erasure: 'overwrite' })
    expect(await problemsAfter(stores, writer.lines())).toEqual([])
    expect((await stores.check()).filter(({ code }) => code !== 'ERASE_PENDING')).toEqual([])
    acknowledged += writer.lines().length
    await stores.close()
  }
  console.log(`${kills} kills: ${acknowledged} messages with blobs acknowledged`)
  expect(acknowledged).toBeGreaterThan(0)
})
