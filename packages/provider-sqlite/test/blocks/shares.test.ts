import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Scope } from '@lamella/core'
import type { BlockSharing } from '@lamella/core/store'
import { sqlite } from '@lamella/provider-sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { blockStores, bytes, textOf } from './stores.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof import('better-sqlite3')
const owner = { tenant: 't', user: 'u', agent: 'a' }
const other = { tenant: 't', user: 'u', agent: 'b' }
const third = { tenant: 't', agent: 'b' }
const invalid = expect.objectContaining({ code: 'STORE_VALUE_INVALID' })
const notShared = expect.objectContaining({ code: 'BLOCK_NOT_SHARED' })
const [reading, writing] = [{ permission: 'ReadOnly' }, { permission: 'Append', write: true }]

describe.each(blockStores)('%s', (_, open) => {
  it('shares a block, which the others then read and write, and its owner sees what they wrote', async () => {
    const store = await open()
    await store.create(owner, { id: 'x', label: 'notes', kind: 'core', meta: { a: 1 }, snapshot: bytes('0') })
    expect(await store.share(owner, 'x', other, writing)).toEqual({ scope: other, permission: 'Append', write: true })
    const block = await store.get(owner, 'x')
    const { text: __, ...info } = block ?? { text: '' }
    const shared = { owner, block: info, permission: 'Append', write: true }
    expect(await store.listShared(other)).toEqual([shared])
    expect(await store.findShared(other, owner, 'notes')).toEqual(shared)
    expect(textOf((await store.readShared(other, owner, 'x'))?.snapshot)).toBe('0')
    const options = { operation: 'o', at: new Date(0), permission: 'Append' }
    expect(await store.appendShared(other, owner, 'x', bytes('1'), options)).toEqual({ revision: 2, repeated: false })
    expect(await store.appendShared(other, owner, 'x', bytes('1'), options)).toEqual({ revision: 2, repeated: true })
    expect((await store.read(owner, 'x', 1))?.updates.map(textOf)).toEqual(['1'])
    expect((await store.readShared(other, owner, 'x', 2))?.updates).toEqual([])
    const late = { expectedRevision: 1 }
    await expect(store.appendShared(other, owner, 'x', bytes('2'), late)).rejects.toMatchObject({
      code: 'BLOCK_CONFLICT',
    })
    await expect(store.appendShared(other, owner, 'x', bytes('2'), { operation: 'o' })).rejects.toEqual(invalid)
  })

  it('gives nothing to who it is not shared with, and tells them nothing', async () => {
    const store = await open()
    await store.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    await store.create(other, { id: 'x', label: 'mine', kind: 'core' })
    await store.share(owner, 'x', other, writing)
    for (const scope of [third, { ...other, user: 'v' }, { tenant: 't' }, { tenant: 't', user: 'u' }, owner]) {
      expect(await store.listShared(scope)).toEqual([])
      expect(await store.findShared(scope, owner, 'notes')).toBeUndefined()
      expect(await store.readShared(scope, owner, 'x')).toBeUndefined()
      for (const id of ['x', 'y']) {
        const told = store.appendShared(scope, owner, id, bytes('1'))
        await expect(told).rejects.toMatchObject({ code: 'BLOCK_NOT_SHARED', details: { id } })
      }
    }
    // Their own block of that id is another one, and a session changes nothing.
    expect(await store.readShared(other, third, 'x')).toBeUndefined()
    expect(await store.readShared({ ...other, session: 's' }, owner, 'x')).toMatchObject({ revision: 1 })
    expect(await store.findShared(other, owner, 'mine')).toBeUndefined()
  })

  it('lets nobody write who may read only, or acted on another permission', async () => {
    const store = await open()
    await store.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    await store.share(owner, 'x', other, reading)
    await expect(store.appendShared(other, owner, 'x', bytes('1'))).rejects.toEqual(notShared)
    await store.share(owner, 'x', other, writing)
    const acted = { permission: 'ReadWrite' }
    await expect(store.appendShared(other, owner, 'x', bytes('1'), acted)).rejects.toEqual(notShared)
    await store.appendShared(other, owner, 'x', bytes('1'), { permission: 'Append' })
    await store.share(owner, 'x', other, reading)
    await expect(store.appendShared(other, owner, 'x', bytes('1'))).rejects.toEqual(notShared)
    expect(await store.shares(owner, 'x')).toEqual([{ scope: other, permission: 'ReadOnly', write: false }])
    expect(await store.unshare(owner, 'x', other)).toBe(true)
    expect(await store.unshare(owner, 'x', other)).toBe(false)
    expect(await store.readShared(other, owner, 'x')).toBeUndefined()
  })

  it('refuses what cannot be shared', async () => {
    const store = await open()
    await store.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    const share = (grantee: unknown, options: unknown = reading) =>
      store.share(owner, 'x', grantee as Scope, options as typeof reading)
    await expect(share({ ...other, tenant: 'T' })).rejects.toEqual(invalid)
    await expect(share({ ...owner, session: 's' })).rejects.toEqual(invalid)
    await expect(share({})).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    await expect(share(other, { permission: '' })).rejects.toEqual(invalid)
    await expect(share(other, {})).rejects.toEqual(invalid)
    await expect(share(other, { ...reading, write: 1 })).rejects.toEqual(invalid)
    await expect(share(other, { ...reading, access: 'all' })).rejects.toEqual(invalid)
    await expect(store.share(owner, 'y', other, reading)).rejects.toMatchObject({ code: 'BLOCK_MISSING' })
    // Who has a share cannot give it on.
    await store.share(owner, 'x', other, writing)
    await expect(store.share(other, 'x', third, reading)).rejects.toMatchObject({ code: 'BLOCK_MISSING' })
    expect(await store.shares(owner, 'x')).toHaveLength(1)
  })

  it('forgets shares with their blocks, and with those who gave or got them', async () => {
    const store = await open()
    const make = async (): Promise<void> => {
      for (const id of ['x', 'y']) {
        await store.create(owner, { id, label: id, kind: 'core' })
        for (const grantee of [other, third]) await store.share(owner, id, grantee, reading)
      }
    }
    await make()
    await store.delete(owner, 'x')
    expect((await store.listShared(other)).map(({ block }) => block.id)).toEqual(['y'])
    // A new one of its label has none of its shares.
    await store.create(owner, { id: 'x2', label: 'x', kind: 'core' })
    expect(await store.findShared(other, owner, 'x')).toBeUndefined()
    expect(await store.erase({ tenant: 't', agent: 'b' })).toBe(0)
    expect([await store.listShared(other), await store.listShared(third)]).toEqual([[], []])
    expect(await store.shares(owner, 'y')).toEqual([])
    await store.erase({ tenant: 't' })
    await make()
    expect(await store.erase(owner)).toBe(2)
    expect([await store.listShared(other), await store.listShared(third)]).toEqual([[], []])
  })

  it('lists in the order of code units', async () => {
    const store = await open()
    const names = ['\uffff', '😀', 'b', 'B', '__proto__']
    for (const agent of names) {
      for (const id of names) {
        await store.create({ tenant: 't', agent }, { id, label: id, kind: 'k' })
        await store.share({ tenant: 't', agent }, id, other, reading)
      }
    }
    const all = await store.listShared(other)
    const sorted = [...names].sort()
    const pairs = sorted.flatMap((agent) => sorted.map((id) => [agent, id]))
    expect(all.map((one) => [one.owner.agent, one.block.id])).toEqual(pairs)
    await store.create(owner, { id: 'x', label: 'x', kind: 'k' })
    for (const agent of names) await store.share(owner, 'x', { tenant: 't', agent }, reading)
    expect((await store.shares(owner, 'x')).map(({ scope }) => scope.agent)).toEqual(sorted)
  })
})

/** Owners that are easily taken for each other, of two tenants. */
const scopes: readonly Scope[] = [
  { tenant: 't' },
  { tenant: 't', user: 'a' },
  { tenant: 't', agent: 'a' },
  { tenant: 't', user: 'a', agent: 'a' },
  { tenant: 'T', agent: 'a' },
  { tenant: 'T', user: 'a', agent: 'a' },
]
const one = fc.nat(scopes.length - 1)
const step = fc.oneof(
  fc.tuple(fc.constant('share' as const), one, one, fc.constantFrom('r', 'w', 'W')),
  fc.tuple(fc.constant('unshare' as const), one, one, fc.constant('r')),
  { weight: 2, arbitrary: fc.tuple(fc.constant('append' as const), one, one, fc.constantFrom('', 'w', 'W')) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('read' as const), one, one, fc.constant('')) },
  fc.tuple(fc.constant('delete' as const), one, one, fc.constant('')),
  fc.tuple(fc.constant('erase' as const), one, one, fc.constant('')),
)
const runs = Number(process.env['LAMELLA_RUNS'] ?? 100)

describe.each(blockStores.slice(0, 2))('%s', (_, open) => {
  it(`lets nobody read or write what is not shared, over ${runs} generated graphs of shares`, {
    timeout: 600_000,
  }, async () => {
    let checked = 0
    const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
      const store = await open()
      const words = new Map<number, string[]>()
      const shares = new Map<string, string>()
      const make = async (index: number): Promise<void> => {
        await store.create(scopes[index] as Scope, { id: 'x', label: 'x', kind: 'k' })
        words.set(index, [])
      }
      for (const index of scopes.keys()) await make(index)
      for (const [count, [name, from, to, permission]] of steps.entries()) {
        const [owner, scope] = [scopes[from] as Scope, scopes[to] as Scope]
        const key = `${from} ${to}`
        const isFit = from !== to && owner.tenant === scope.tenant
        checked++
        if (name === 'share') {
          const done = store.share(owner, 'x', scope, { permission, write: permission !== 'r' })
          if (!isFit) await expect(done).rejects.toEqual(invalid)
          else {
            await done
            shares.set(key, permission)
          }
        } else if (name === 'unshare') {
          expect(await store.unshare(owner, 'x', scope)).toBe(shares.delete(key))
        } else if (name === 'append') {
          const has = shares.get(key)
          const options = permission === '' ? {} : { permission }
          const done = store.appendShared(scope, owner, 'x', bytes(String(count)), options)
          if (has === undefined || has === 'r' || (permission !== '' && permission !== has)) {
            await expect(done).rejects.toEqual(notShared)
          } else {
            await done
            words.get(from)?.push(String(count))
          }
        } else if (name === 'read') {
          const content = await store.readShared(scope, owner, 'x')
          expect(content?.updates.map(textOf)).toEqual(shares.has(key) ? words.get(from) : undefined)
        } else {
          const gone = name === 'delete' ? [from] : [...scopes.keys()].filter((index) => isWithin(owner, scopes[index]))
          for (const [share] of [...shares]) {
            const [giver, taker] = share.split(' ').map(Number)
            if (gone.includes(giver as number) || (name === 'erase' && gone.includes(taker as number)))
              shares.delete(share)
          }
          if (name === 'delete') await store.delete(owner, 'x')
          else await store.erase(owner)
          for (const index of gone) await make(index)
        }
        const all = await store.listShared(scope)
        const expected = [...scopes.keys()].filter((giver) => shares.has(`${giver} ${to}`))
        expect(new Set(all.map((shared) => JSON.stringify(shared.owner)))).toEqual(
          new Set(expected.map((giver) => JSON.stringify(scopes[giver]))),
        )
      }
    }
    const steps = fc.array(step, { minLength: 5, maxLength: 40 })
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: runs })
    expect(checked).toBeGreaterThan(runs * 5)
  })
})

function isWithin({ tenant, user, agent }: Scope, scope: Scope | undefined): boolean {
  return (
    scope?.tenant === tenant &&
    (user === undefined || scope.user === user) &&
    (agent === undefined || scope.agent === agent)
  )
}

describe('shares in a file', () => {
  it.each([
    "UPDATE owners SET tenant = 'T' WHERE agent = 'b'",
    'UPDATE block_shares SET grantee = (SELECT owner FROM blocks)',
  ])('that nobody could have made are told by check(): %s', async (sql) => {
    const db = new Sqlite(':memory:')
    const { blocks, check } = await sqlite(db)
    await blocks.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    await blocks.share(owner, 'x', other, reading)
    expect(await check()).toEqual([])
    db.exec(sql)
    expect((await check()).map(({ code }) => code)).toEqual(['BLOCK_INCONSISTENT'])
    db.close()
  })

  it('outlive it, and the memory of who has them being erased', async () => {
    const path = join(tempFolder(), 'a.db')
    const first = await sqlite(path)
    await first.blocks.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    await first.blocks.share(owner, 'x', other, reading)
    await first.memory.put(other, { id: 'm', text: 'm' })
    await first.memory.erase(other)
    await first.close()
    const second = await sqlite(path)
    const sharing: BlockSharing = second.blocks
    expect(await sharing.listShared(other)).toMatchObject([{ owner, block: { id: 'x' } }])
    expect(await second.check()).toEqual([])
    await second.close()
  })
})
