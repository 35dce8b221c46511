import { checkedMemory, checkedSessions, type NewMemory, type Owner, type StoredMemory } from '@lamella/store'
import { expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada' }

/** Keeps what it was called with. Its methods use `this`. */
class Raw {
  readonly calls: unknown[] = []
  put(owner: Owner, entry: NewMemory & { readonly kind: string }): StoredMemory {
    this.calls.push([owner, entry])
    return { ...entry, revision: 1 }
  }
  get(): undefined {
    return undefined
  }
  list(): { readonly entries: readonly StoredMemory[]; readonly more: boolean } {
    return { entries: [], more: false }
  }
  delete(): boolean {
    return false
  }
  erase(owner: Owner): number {
    return this.calls.push(owner)
  }
}

it('calls the methods with checked values, and no method with others', async () => {
  const raw = new Raw()
  const store = checkedMemory(raw)
  await expect(store.put(scope, { id: '', text: 'Tea.' })).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
  await expect(store.put({ tenant: '' }, { id: 'a', text: 'Tea.' })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
  expect(await store.put(scope, { id: 'a', text: 'Tea.' })).toEqual({
    id: 'a',
    kind: 'note',
    text: 'Tea.',
    revision: 1,
  })
  const owner = { tenant: 'acme', user: 'ada', agent: '' }
  expect(raw.calls).toEqual([[owner, { id: 'a', kind: 'note', text: 'Tea.' }]])
  expect(await store.erase(scope)).toBe(2)
})

it('has the capabilities that it was given, and no others', () => {
  expect(Object.keys(checkedMemory(new Raw()))).toEqual(['spec', 'put', 'get', 'list', 'delete', 'erase'])
  const none = (): never => {
    throw new Error('not called')
  }
  const six = { append: none, info: none, page: none, read: none, list: none, delete: none }
  expect(Object.keys(checkedSessions(six))).toEqual(['spec', ...Object.keys(six)])
  const { runs } = checkedSessions({ ...six, runs: { read: none, write: none } })
  expect(Object.keys(runs)).toEqual(['read', 'write'])
})
