import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Scope } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import type { BlockSharing } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { blockStores, bytes, textOf } from './stores.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof import('better-sqlite3')
const owner = { tenant: 't', user: 'u', agent: 'a' }
const other = { tenant: 't', user: 'u', agent: 'b' }
const invalid = expect.objectContaining({ code: 'STORE_VALUE_INVALID' })
const notShared = expect.objectContaining({ code: 'BLOCK_NOT_SHARED' })
const reading = { permission: 'ReadOnly' }

/** Owners that are easily confused, of two tenants. */
const scopes: readonly Scope[] = [
  { tenant: 't' },
  { tenant: 't', user: 'a' },
  { tenant: 't', agent: 'a' },
  { tenant: 't', user: 'a', agent: 'a' },
  { tenant: 'T', agent: 'a' },
  { tenant: 'T', user: 'a', agent: 'a' },
]
const one = fc.nat(scopes.length - 1)
const step = (pairs: readonly (readonly [number, number])[]) => {
  const pair = fc.constantFrom(...pairs)
  return fc.oneof(
    { weight: 2, arbitrary: fc.tuple(fc.constant('share' as const), pair, fc.constantFrom('r', 'w', 'W')) },
    fc.tuple(fc.constant('unshare' as const), pair, fc.constant('r')),
    { weight: 2, arbitrary: fc.tuple(fc.constant('append' as const), pair, fc.constantFrom('', 'w', 'W')) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('read' as const), pair, fc.constant('')) },
    fc.tuple(fc.constant('delete' as const), pair, fc.constant('')),
    fc.tuple(fc.constant('erase' as const), pair, fc.constant('')),
  )
}
/** Steps among a few pairs of owners, so that what follows a share often concerns it. */
const someSteps = fc
  .array(fc.tuple(one, one), { minLength: 1, maxLength: 8 })
  .chain((pairs) => fc.array(step(pairs), { minLength: 5, maxLength: 40 }))
const runs = Number(process.env['LAMELLA_RUNS'] ?? 50)

describe.each(blockStores.slice(0, 2))('%s', (_, open) => {
  it(`never allows reading or writing without a share, over ${runs} generated graphs of shares`, async () => {
    let checked = 0
    const run = async (steps: typeof someSteps extends fc.Arbitrary<infer Steps> ? Steps : never) => {
      const store = await open()
      const words = new Map<number, string[]>()
      const shares = new Map<string, string>()
      const make = async (index: number): Promise<void> => {
        await store.create(scopes[index] as Scope, { id: 'x', label: 'x', kind: 'k' })
        words.set(index, [])
      }
      for (const index of scopes.keys()) await make(index)
      for (const [count, [name, [from, to], permission]] of steps.entries()) {
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
        // Each with the permission of its newest share, whatever an earlier one allowed.
        const all = (await store.listShared(scope)).map((one) => [one.owner, one.permission, one.write])
        const expected = [...scopes.entries()].flatMap(([giver, from]) => {
          const has = shares.get(`${giver} ${to}`)
          return has === undefined ? [] : [[from, has, has !== 'r']]
        })
        expect(all).toHaveLength(expected.length)
        expect(all).toEqual(expect.arrayContaining(expected))
      }
    }
    await fc.assert(fc.asyncProperty(someSteps, run), { numRuns: runs })
    expect(checked).toBeGreaterThan(0)
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
  ])('are reported by check() if no call could have created them: %s', async (sql) => {
    const db = new Sqlite(':memory:')
    const { blocks, check } = await sqlite(db)
    await blocks.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    await blocks.share(owner, 'x', other, reading)
    expect(await check()).toEqual([])
    db.exec(sql)
    expect((await check()).map(({ code }) => code)).toEqual(['BLOCK_INCONSISTENT'])
    db.close()
  })

  it("survive reopening, and the erasure of their grantee's memory", async () => {
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
