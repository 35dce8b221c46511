import { createBlobStore, createBlockStore, createMemoryStore, createSessionStore } from '@lamella/store/memory'
import { expect, it } from 'vitest'
import { checkSearch } from '../src/check/check-search.ts'

const scope = { tenant: 'acme', user: 'ada' } as const
const sessions = createSessionStore()
const memory = createMemoryStore()
const blocks = createBlockStore()
const blobs = createBlobStore()
const said = [{ role: 'user', content: 'Hello' }] as const
const block = { id: 'b', label: 'notes', kind: 'text', snapshot: new Uint8Array([1]) } as const

// As a model may have written them, or a program in JavaScript.
const calls: Readonly<Record<string, (options: object) => unknown>> = {
  'sessions.append': (options) => sessions.append(scope, 's', said, options),
  'sessions.page': (options) => sessions.page(scope, 's', options),
  'sessions.list': (options) => sessions.list(scope, options),
  'sessions.transfer.import': (options) => sessions.transfer?.import(scope, [], options),
  'sessions.runs.write': (options) => sessions.runs?.write(scope, 's', { a: 1 }, 0, options),
  'memory.put': (options) => memory.put(scope, { id: 'm', text: 'Tea.' }, options),
  'memory.list': (options) => memory.list(scope, options),
  checkSearch: (options) => checkSearch({ query: 'tea', ...options }, 'memory'),
  'memory.delete': (options) => memory.delete(scope, 'm', options),
  'blocks.create': (options) => blocks.create(scope, block, options),
  'blocks.list': (options) => blocks.list(scope, options),
  'blocks.delete': (options) => blocks.delete(scope, 'b', options),
  'blobs.put': (options) => blobs.put(scope, 's', new Uint8Array([1]), options),
}

it.each(Object.keys(calls))('%s refuses a field that it does not know, and changes nothing', async (name) => {
  await expect((async () => calls[name]?.({ limt: 1 }))()).rejects.toMatchObject({
    code: 'STORE_VALUE_INVALID',
    message: expect.stringContaining('.limt is an unknown field'),
  })
  expect(await sessions.info(scope, 's')).toBeUndefined()
  expect((await memory.list(scope)).entries).toEqual([])
  expect((await blocks.list(scope)).blocks).toEqual([])
})

it('names the field that was probably meant', async () => {
  const options = { expectedRevison: 99 } as object
  await expect(sessions.append(scope, 's', said, options)).rejects.toThrow(
    "options.expectedRevison is an unknown field; 'expectedRevision' is one.",
  )
})
