import { once } from 'node:events'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it } from 'vitest'
import { direction, embedderOf, numbers } from '../helpers/embedders.ts'
import { tempFolder } from '../helpers/folder.ts'
import { programs } from '../helpers/processes.ts'
import { bytes } from './stores.ts'

const next = numbers(11)
/** A word that occurs nowhere else, and that a stemmer does not change. */
const marker = (): string => Array.from({ length: 24 }, () => 'bcdfghjkmnpqrtvwxz'[Math.floor(next() * 18)]).join('')
const rare = embedderOf('rare', (text) => direction(text, 8), { dimensions: 8 })

function vectorOf(text: string): Uint8Array {
  const vector = direction(text, 8)
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0))
  return new Uint8Array(vector.map((number) => number / length).buffer)
}

it.each(['rewrite', 'overwrite'] as const)(
  "the bytes of a block are gone when delete or erase resolves, with erasure '%s'",
  async (erasure) => {
    const start = await programs()
    const folder = tempFolder()
    /** Counts occurrences of bytes in the files. Another process looks: closing a file here would release its locks. */
    const count = async (wanted: readonly (string | Uint8Array)[]): Promise<number> => {
      const running = start('find', folder)
      running.process.stdin?.end(JSON.stringify(wanted.map((one) => Buffer.from(one).toString('hex'))))
      await once(running.process, 'close')
      return (JSON.parse(running.lines()[0] ?? '') as readonly string[]).length
    }
    const { blocks, check, close } = await sqlite(join(folder, 'a.db'), {
      synchronous: 'normal',
      erasure,
      embedder: rare,
    })
    const fill = async (tenant: string): Promise<readonly (string | Uint8Array)[]> => {
      const [id, label, kind, meta, text] = Array.from({ length: 5 }, marker) as [
        string,
        string,
        string,
        string,
        string,
      ]
      const [first, snapshot, early, late, operation] = Array.from({ length: 5 }, marker) as [string, ...string[]]
      const made = { id, label, kind, meta: { description: meta }, text: 'first', snapshot: bytes(first) }
      await blocks.create({ tenant }, made)
      await blocks.append({ tenant }, id, bytes(`${early} ${'x'.repeat(9_000)}`), { operation: String(operation) })
      await blocks.compact({ tenant }, id, bytes(`${snapshot} ${'y'.repeat(20_000)}`), 2)
      await blocks.append({ tenant }, id, bytes(String(late)))
      await blocks.setText({ tenant }, id, text, 3)
      return [tenant, id, label, kind, meta, text, String(snapshot), String(late), String(operation), vectorOf(text)]
    }
    const [one, two, kept] = [await fill(marker()), await fill(marker()), await fill(marker())]
    expect(await count([...one, ...two, ...kept])).toBe(30)
    const [tenant, id] = one as readonly [string, string]
    expect(await blocks.delete({ tenant }, id)).toBe(true)
    // The owner still exists.
    expect(await count(one.slice(1))).toBe(0)
    expect(await blocks.erase({ tenant: String(two[0]) })).toBe(1)
    expect(await blocks.erase({ tenant })).toBe(0)
    expect(await count([...one, ...two])).toBe(0)
    expect(await count(kept)).toBe(kept.length)
    expect(await check()).toEqual([])
    await close()
  },
)

it.each(['sessions', 'memory', 'blocks'] as const)(
  'the name of an owner without remaining data is erased when %s are erased',
  async (name) => {
    const start = await programs()
    const folder = tempFolder()
    const stores = await sqlite(join(folder, 'a.db'), { synchronous: 'normal' })
    const tenant = marker()
    await stores.sessions.append({ tenant }, 's', [{ role: 'user', content: 'Hello' }])
    await stores.sessions.delete({ tenant }, 's')
    const { erase } = name === 'sessions' ? stores.sessions.admin : stores[name]
    expect(await erase({ tenant })).toBe(0)
    const running = start('find', folder)
    running.process.stdin?.end(JSON.stringify([Buffer.from(tenant).toString('hex')]))
    await once(running.process, 'close')
    expect(JSON.parse(running.lines()[0] ?? '')).toEqual([])
    await stores.close()
  },
)
