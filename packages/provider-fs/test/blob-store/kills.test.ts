import { join } from 'node:path'
import { fileBlobs, fileSessions } from '@lamella/provider-fs'
import { expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { problemsAfter } from '../stores/helpers/blob-writer.ts'
import { writers } from '../stores/helpers/processes.ts'

const kills = Number(process.env['LAMELLA_KILLS'] ?? 4)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

it(`after ${kills} killed writers, every blob that a message names reads back, and the rest is swept`, async () => {
  const start = await writers()
  const { path } = await tempFolder()
  let acknowledged = 0
  for (let kill = 0; kill < kills; kill++) {
    const folder = join(path, String(Math.floor(kill / 5)))
    const writer = start('blobs', folder, kill, 1_000_000)
    while (writer.lines().length === 0) await pause(1)
    await pause(Math.random() * 200)
    writer.process.kill('SIGKILL')
    expect(await writer.ended).toBe(null)
    const stores = { sessions: fileSessions(folder, { fsync: 'os' }), blobs: fileBlobs(folder, { fsync: 'os' }) }
    expect(await problemsAfter(stores, writer.lines())).toEqual([])
    acknowledged += writer.lines().length
    await stores.sessions.close()
    await stores.blobs.close()
  }
  console.log(`${kills} kills: ${acknowledged} messages with blobs acknowledged`)
  expect(acknowledged).toBeGreaterThan(0)
})
