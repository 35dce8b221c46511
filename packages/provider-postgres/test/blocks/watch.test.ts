import { type PostgresBlocks, postgres } from '@lamella/provider-postgres'
import { expect, it } from 'vitest'
import { embedded, newSchema } from '../helpers/engines.ts'

const scope = { tenant: 'acme', user: 'ada' }
const bytes = new TextEncoder().encode('update')

async function open(): Promise<PostgresBlocks> {
  return (await postgres(await embedded(), { schema: newSchema() })).blocks
}

it('yields blocks that are created, changed and deleted, and no others', async () => {
  const blocks = await open()
  for (const id of ['b', 'a\0', 'c']) await blocks.create(scope, { id, label: id, kind: 'k' })
  await blocks.create({ tenant: 'acme' }, { id: 'foreign', label: 'f', kind: 'k' })
  await blocks.create({ tenant: 'other', user: 'ada' }, { id: 'foreign', label: 'f', kind: 'k' })
  const watched = blocks.watch(scope, { every: 5 })
  const next = async (): Promise<unknown> => (await watched.next()).value
  expect(await next()).toEqual([
    { id: 'a\0', revision: 1 },
    { id: 'b', revision: 1 },
    { id: 'c', revision: 1 },
  ])
  await blocks.append(scope, 'b', bytes)
  expect(await next()).toEqual([{ id: 'b', revision: 2 }])
  await blocks.change(scope, 'c', { kind: 'x' })
  await blocks.delete(scope, 'a\0')
  expect(await next()).toEqual([
    { id: 'a\0', revision: 0 },
    { id: 'c', revision: 2 },
  ])
  await blocks.setText(scope, 'b', 'a text is no change', 2)
  const waiting = next()
  await blocks.append(scope, 'c', bytes)
  expect(await waiting).toEqual([{ id: 'c', revision: 3 }])
  await watched.return(undefined)
})

it('begins with what the caller does not know yet, and ends by its signal', async () => {
  const blocks = await open()
  await blocks.create(scope, { id: 'a', label: 'a', kind: 'k' })
  await blocks.create(scope, { id: 'b', label: 'b', kind: 'k' })
  const ending = new AbortController()
  const known = new Map([
    ['a', 1],
    ['gone', 7],
  ])
  const seen: unknown[] = []
  for await (const changed of blocks.watch(scope, { every: 3_600_000, known, signal: ending.signal })) {
    seen.push(changed)
    setTimeout(() => ending.abort(), 10)
  }
  expect(seen).toEqual([
    [
      { id: 'b', revision: 1 },
      { id: 'gone', revision: 0 },
    ],
  ])
  expect(known.size).toBe(2)
})

it('refuses a scope without a tenant, and options that do not exist', async () => {
  const blocks = await open()
  expect(() => blocks.watch({ tenant: '' })).toThrow(expect.objectContaining({ code: 'SCOPE_INVALID' }))
  for (const options of [{ every: 0 }, { known: {} }, { listener: {} }, { evry: 5 }]) {
    expect(() => blocks.watch(scope, options as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  }
})
