import { postgres } from '@lamella/provider-postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { problemsAfter } from '../../../provider-fs/test/stores/helpers/blob-writer.ts'
import { newSchema } from '../helpers/engines.ts'
import { programs } from '../helpers/processes.ts'
import { server } from '../helpers/server.ts'

const kills = Number(process.env['LAMELLA_KILLS'] ?? 4)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const real = await server()
const start = real && (await programs())
afterAll(() => real?.remove())

describe.skipIf(!real || !start)('writers of blobs', () => {
  if (!real || !start) return
  it(`that are killed, ${kills} times, lose no blob that a message names, and the rest is swept`, async () => {
    let acknowledged = 0
    for (let kill = 0, schema = ''; kill < kills; kill++) {
      if (kill % 5 === 0) schema = newSchema()
      const writer = start('blobs', real.address(), schema, kill, 1_000_000)
      while (writer.lines().length === 0 && writer.process.exitCode === null) await pause(1)
      await pause(Math.random() * 200)
      writer.process.kill('SIGKILL')
      expect(await writer.ended).toBe(null)
      await real.alone()
      const stores = await postgres(real.address(), { schema })
      expect(await problemsAfter(stores, writer.lines())).toEqual([])
      acknowledged += writer.lines().length
      await stores.close()
    }
    console.log(`${kills} kills: ${acknowledged} messages with blobs acknowledged`)
    expect(acknowledged).toBeGreaterThan(0)
  })
})
