import { isLamellaError } from '@lamella/core'
import { createBlockStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../core/test/support/word-ranker.ts'

const owner = { tenant: 't', user: 'u', agent: 'a' }
const other = { tenant: 't', user: 'u', agent: 'b' }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('shared blocks', () => {
  it('are read and written only through the share', async () => {
    const store = createBlockStore({ ranker: wordRanker })
    await store.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    expect(await store.readShared(other, owner, 'x')).toBeUndefined()
    await store.share(owner, 'x', other, { permission: 'Append', write: true })
    expect(await store.appendShared(other, owner, 'x', bytes('1'))).toEqual({ revision: 2, repeated: false })
    expect(await store.findShared(other, owner, 'notes')).toMatchObject({ owner, permission: 'Append', write: true })
    // The grantee's own methods cannot reach it.
    expect(await store.read(other, 'x')).toBeUndefined()
    expect(await store.delete(other, 'x')).toBe(false)
    await store.unshare(owner, 'x', other)
    const refused = await store.appendShared(other, owner, 'x', bytes('2')).catch((error: unknown) => error)
    expect(isLamellaError(refused, 'BLOCK_NOT_SHARED')).toBe(true)
    expect(await store.get(owner, 'x')).toMatchObject({ revision: 2 })
  })

  it('are found by their new label after a rename', async () => {
    const store = createBlockStore({ ranker: wordRanker })
    await store.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    await store.share(owner, 'x', other, { permission: 'ReadOnly' })
    await store.change(owner, 'x', { label: 'other' })
    expect(await store.findShared(other, owner, 'notes')).toBeUndefined()
    expect(await store.findShared(other, owner, 'other')).toMatchObject({ block: { id: 'x', label: 'other' } })
  })

  it('are returned as copies, so that callers cannot change a share', async () => {
    const store = createBlockStore({ ranker: wordRanker })
    const grantee = { ...other }
    await store.create(owner, { id: 'x', label: 'notes', kind: 'core' })
    const given = await store.share(owner, 'x', grantee, { permission: 'ReadOnly' })
    grantee.agent = 'c'
    Object.assign(given, { write: true })
    Object.assign(given.scope, { agent: 'c' })
    expect(await store.shares(owner, 'x')).toEqual([{ scope: other, permission: 'ReadOnly', write: false }])
  })
})
