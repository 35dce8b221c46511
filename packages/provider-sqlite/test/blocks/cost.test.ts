import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { bytes } from './stores.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof import('better-sqlite3')
const ada = { tenant: 'acme', user: 'ada' }

it('writing an update costs as much for a large block as for a small one, and only new data is read', async () => {
  const path = join(tempFolder(), 'a.db')
  const db = new Sqlite(path)
  const { blocks } = await sqlite(db)
  /** The number of bytes that a call writes to the write-ahead log. */
  const written = async (call: () => Promise<unknown>): Promise<number> => {
    db.pragma('wal_checkpoint(TRUNCATE)')
    await call()
    return statSync(`${path}-wal`).size
  }
  const meta = { schema: 'x'.repeat(90_000) }
  await blocks.create(ada, { id: 'small', label: 'small', kind: 'core' })
  const large = { snapshot: new Uint8Array(5_000_000).fill(1), text: 'tea '.repeat(50_000), meta }
  await blocks.create(ada, { id: 'large', label: 'large', kind: 'core', ...large })
  for (let n = 0; n < 500; n++) await blocks.append(ada, 'large', bytes(`update ${n}`))
  const update = (id: string) => () => blocks.append(ada, id, bytes('a word'), { operation: 'x' })
  const [forSmall, forLarge] = [await written(update('small')), await written(update('large'))]
  expect(forSmall).toBeGreaterThan(4_000)
  expect(forLarge).toBeLessThan(2 * forSmall)
  expect(await blocks.read(ada, 'large', 501)).toEqual({ revision: 502, updates: [bytes('a word')] })
  // Neither its text nor its metadata is written again.
  expect(await written(() => blocks.change(ada, 'large', { kind: 'log' }))).toBeLessThan(2 * forSmall)
  db.close()
})
