import { createMemoryCache } from '@lamella/blocks'
import { postgres } from '@lamella/provider-postgres'
import type { BlockContent } from '@lamella/store'
import { blockStoreSuite, registerSuite, type TestedBlockStore } from '@lamella/testkit'
import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { isNight } from '../helpers/database.ts'
import { makePlainRole, newSchema, poolOf } from '../helpers/engines.ts'
import { programs } from '../helpers/processes.ts'
import { emptySchemas } from '../helpers/schemas.ts'
import { server } from '../helpers/server.ts'

const scope = { tenant: 'acme', user: 'ada' }
const processes = 4
const crashes = Number(process.env['LAMELLA_CRASHES'] ?? 4)
const appends = Number(process.env['LAMELLA_APPENDS'] ?? 100)
const runs = Math.min(1_000, Number(process.env['LAMELLA_RUNS'] ?? 3))
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const running = await server()
const start = await programs(new URL('program.ts', import.meta.url))
const role = running === undefined ? '' : await makePlainRole(running)
const address = running?.address() ?? ''
const admin = poolOf(address, { max: 1 })
afterAll(async () => {
  await admin.end()
  await running?.remove()
})

/** All words of a block, those of the snapshot first. */
function wordsOf(content: BlockContent | undefined): readonly string[] {
  const read = (one: Uint8Array): string => new TextDecoder().decode(one)
  const snapshot = content?.snapshot === undefined ? [] : (JSON.parse(read(content.snapshot)) as readonly string[])
  return [...snapshot, ...(content?.updates ?? []).map(read)]
}

/** Makes a database with an empty block `b`; returns its address. */
async function withBlock(): Promise<string> {
  const name = newSchema()
  await running?.query(`CREATE DATABASE ${name}`)
  const made = address.replace('/postgres?', `/${name}?`)
  const { blocks, close } = await postgres(made, { role })
  await blocks.create(scope, { id: 'b', label: 'b', kind: 'k' })
  await close()
  return made
}

// Otherwise its suite runs on a server in `conformance.test.ts`.
if (running !== undefined && isNight) {
  const empty = emptySchemas(admin)
  const schemas = new WeakMap<object, string>()
  const open = async (store?: object): Promise<TestedBlockStore> => {
    const schema = schemas.get(store ?? {}) ?? (await empty())
    const { blocks } = await postgres(address, { schema, role, maxConnections: 4 })
    schemas.set(blocks, schema)
    return blocks
  }
  registerSuite(
    { describe, it },
    'postgres().blocks, on a server, as a role under policies',
    blockStoreSuite(() => open(), { reopen: open, runs, largest: 1_000_000 }),
  )
}

describe.skipIf(running === undefined)(`${processes} processes on a server`, () => {
  it(`lose no update when each appends ${appends} to one block, and see one order`, async () => {
    const at = await withBlock()
    const all = Array.from({ length: processes }, (_, name) => start('words', at, role, name, appends))
    for (const one of all) expect(await one.ended).toBe(0)
    const { blocks, close } = await postgres(at, { role })
    const content = await blocks.read(scope, 'b')
    expect(content?.revision).toBe(1 + processes * appends)
    const words = wordsOf(content)
    for (const [name, one] of all.entries()) {
      const own = words.flatMap((word, index) => (word.startsWith(`${name} `) ? [`${word.slice(2)} ${index + 2}`] : []))
      expect(own).toEqual(one.lines())
      expect(own).toHaveLength(appends)
    }
    await close()
  })

  it('lose nothing when they append to one block and compact it at the same time', async () => {
    const at = await withBlock()
    const all = Array.from({ length: processes }, (_, name) => start('words', at, role, name, appends, 3 + name))
    for (const one of all) expect(await one.ended).toBe(0)
    const { blocks, close } = await postgres(at, { role })
    const words = wordsOf(await blocks.read(scope, 'b'))
    const wanted = all.flatMap((_, name) => Array.from({ length: appends }, (__, n) => `${name} ${n}`))
    expect([...words].sort()).toEqual(wanted.sort())
    const block = await blocks.get(scope, 'b')
    expect(block).toMatchObject({ revision: 1 + wanted.length, contentRevision: 1 + wanted.length })
    expect(block?.updates).toBeLessThan(wanted.length / 2)
    await close()
  })

  it('edit one document of @lamella/blocks, which has all edits of both', async () => {
    const at = await withBlock()
    const all = [0, 1].map((name) => start('document', at, role, name, appends))
    for (const one of all) expect(await one.ended).toBe(0)
    const { blocks, close } = await postgres(at, { role })
    const memory = createMemoryCache({ blocks, scope, newId: () => 'reader' })
    const document = await memory.getBlock('a', 'work')
    const words = Array.from((document?.section('text').getText() ?? '').matchAll(/<([^<>]*)>/g), ([, word]) => word)
    const wanted = [0, 1].flatMap((name) => Array.from({ length: appends }, (_, n) => `${name} ${n}`))
    expect([...words].sort()).toEqual(wanted.sort())
    expect(Number(document?.section('map').getField('sum'))).toBe(2 * appends)
    document?.close()
    await memory.close()
    await close()
  })
})

describe.skipIf(running === undefined)('a killed process on a server', () => {
  it(`loses no acknowledged update, even if killed ${crashes} times`, async () => {
    const at = await withBlock()
    const { blocks, close } = await postgres(at, { role })
    let acknowledged = 0
    for (let crash = 0; crash < crashes; crash++) {
      const one = start('words', at, role, crash, 1_000_000, 5)
      while (one.lines().length === 0) await pause(1)
      await pause(Math.random() * 100)
      one.process.kill('SIGKILL')
      expect(await one.ended).toBe(null)
      const lines = one.lines().map((line) => line.split(' ')[0])
      const own = wordsOf(await blocks.read(scope, 'b')).flatMap((word) =>
        word.startsWith(`${crash} `) ? [word.split(' ')[1]] : [],
      )
      // One more is possible: written, but not acknowledged.
      expect(own.slice(0, lines.length)).toEqual(lines)
      expect(own.length - lines.length).toBeLessThanOrEqual(1)
      // The retry after a lost answer.
      const last = `${crash} ${own.at(-1)}`
      expect((await blocks.append(scope, 'b', bytes(last), { operation: last })).repeated).toBe(true)
      acknowledged += lines.length
    }
    console.log(`${crashes} crashes: ${acknowledged} updates acknowledged, all there`)
    expect(acknowledged).toBeGreaterThan(0)
    await close()
  })
})

describe.skipIf(running === undefined)('an update on a server', () => {
  // The contract allows 256 MiB, which take a minute.
  const size = process.env['LAMELLA_RUNS'] === undefined ? 2 ** 24 + 2 ** 20 : 2 ** 28
  it(`may have ${size} bytes`, async () => {
    const { blocks, close } = await postgres(await withBlock(), { role })
    const large = new Uint8Array(size).fill(7)
    large.set([1, 2, 3], 2 ** 24 - 1)
    large.set([4, 5, 6], size - 3)
    await blocks.append(scope, 'b', bytes('small'))
    const { revision } = await blocks.append(scope, 'b', large)
    await blocks.append(scope, 'b', bytes('after'))
    const content = await blocks.read(scope, 'b')
    expect(content?.updates.map(({ length }) => length)).toEqual([5, size, 5])
    expect(Buffer.compare(content?.updates[1] ?? bytes(''), large)).toBe(0)
    await blocks.compact(scope, 'b', large, revision)
    const compacted = await blocks.read(scope, 'b')
    expect(Buffer.compare(compacted?.snapshot ?? bytes(''), large)).toBe(0)
    expect(compacted?.updates).toHaveLength(1)
    await close()
  })
})

describe.skipIf(running === undefined)('watch() with a listener', () => {
  it('hears of a change long before the next look, and stops listening at its end', async () => {
    const at = await withBlock()
    const writer = await postgres(at, { role, notify: true })
    const { blocks, close } = await postgres(at, { role })
    const listener = new Client({ connectionString: at })
    await listener.connect()
    const ending = new AbortController()
    const watched = blocks.watch(scope, { every: 600_000, signal: ending.signal, listener })
    expect(await watched.next()).toEqual({ done: false, value: [{ id: 'b', revision: 1 }] })
    for (let revision = 2; revision < 12; revision++) {
      const next = watched.next()
      await writer.blocks.append({ ...scope, user: 'eve' }, 'b', bytes('x')).catch(() => {})
      await writer.blocks.append(scope, 'b', bytes('x'))
      expect((await next).value).toEqual([{ id: 'b', revision }])
    }
    const next = watched.next()
    ending.abort()
    expect((await next).done).toBe(true)
    expect((await listener.query('SELECT count(*)::int AS n FROM pg_listening_channels()')).rows).toEqual([{ n: 0 }])
    await listener.end()
    await writer.close()
    await close()
  })
})
