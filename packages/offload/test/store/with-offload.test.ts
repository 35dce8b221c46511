import type { Message } from '@lamella/core'
import { offload, withOffload } from '@lamella/offload'
import type { BlobStore } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentsOf, handleOf, headOf, lines, result, scope, testPlace, textResult } from '../support/place.ts'

const bytes = Uint8Array.from({ length: 6_000 }, (_, index) => (index * 7) % 256)
const base64 = Buffer.from(bytes).toString('base64')

describe('images and files', () => {
  it('are references in the session, and come back as they were given', async () => {
    const { append, messages, plain, blobs } = testPlace()
    const url = new URL('https://example.com/a.png')
    const given: Message[] = [
      {
        role: 'user',
        content: [
          { type: 'image', image: bytes },
          { type: 'image', image: `data:image/png;base64,${base64}` },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'file', data: bytes.buffer, mediaType: 'application/pdf', filename: 'a.pdf' }],
      },
      {
        role: 'user',
        content: [
          { type: 'image', image: url },
          { type: 'image', image: new Uint8Array([1]) },
        ],
      },
      result({ type: 'content', value: [{ type: 'image-data', data: base64, mediaType: 'image/png' }] }),
    ]
    await append(...given)
    expect(await messages()).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', image: base64 },
          { type: 'image', image: `data:image/png;base64,${base64}` },
        ],
      },
      { role: 'user', content: [{ type: 'file', data: base64, mediaType: 'application/pdf', filename: 'a.pdf' }] },
      {
        role: 'user',
        content: [
          { type: 'image', image: url.href },
          { type: 'image', image: 'AQ==' },
        ],
      },
      given[3],
    ])
    expect(JSON.stringify(await plain.read(scope, 's', 0, 9)).length).toBeLessThan(2_000)
    expect(await contentsOf(blobs)).toMatchObject([{ size: 6_000, mediaType: 'application/octet-stream' }])
  })

  it('stay as they are if base64 would not write them again', async () => {
    const { append, messages, plain } = testPlace({ media: 0 })
    const odd = [base64.replace(/(.{76})/g, '$1\n'), `${base64.slice(0, -4)}AB==`, 'https://example.com/AAAA', 'blob:x']
    const given: Message = { role: 'user', content: odd.map((data) => ({ type: 'file', data, mediaType: 'a/b' })) }
    await append(given)
    expect(await messages()).toEqual([given])
    expect((await plain.read(scope, 's', 0, 1))[0]?.message).toEqual(given)
  })

  it('are a text once their content is gone, since no provider takes a reference', async () => {
    const { append, messages, blobs, read } = testPlace()
    await append({ role: 'user', content: [{ type: 'image', image: bytes, mediaType: 'image/png' }] })
    const [{ id = '' } = {}] = await contentsOf(blobs)
    expect(await read({ handle: id })).toMatch(/^error: .* is not kept in this conversation/)
    await blobs.delete(scope, 's', id)
    expect(await messages()).toEqual([
      { role: 'user', content: [{ type: 'text', text: '[image/png: its content is no longer kept.]' }] },
    ])
  })

  it('come back byte for byte, whatever the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (data, isUrl) => {
        const { append, messages } = testPlace({ media: 10 })
        const text = `${isUrl ? 'data:a/b;base64,' : ''}${Buffer.from(data).toString('base64')}`
        const given: Message = { role: 'user', content: [{ type: 'file', data: text, mediaType: 'a/b' }] }
        await append(given)
        expect(await messages()).toEqual([given])
      }),
    )
  })
})

describe('a store with contents put aside', () => {
  const long = lines(2_000)

  it('gives a repeated append the same bytes, and applies it once', async () => {
    const { sessions, messages } = testPlace()
    const first = await sessions.append(scope, 's', [textResult(long)], { operation: 'o', expectedRevision: 0 })
    const again = await sessions.append(scope, 's', [textResult(long)], { operation: 'o', expectedRevision: 0 })
    expect([first.repeated, again.repeated]).toEqual([false, true])
    expect(await messages()).toHaveLength(1)
  })

  it('stores a content before the message that names it', async () => {
    const { sessions, plain, blobs } = testPlace()
    Object.assign(plain, { append: () => Promise.reject(new Error('killed')) })
    await expect(sessions.append(scope, 's', [textResult(long)])).rejects.toThrow('killed')
    expect(await contentsOf(blobs)).toHaveLength(1)
  })

  it('puts a content again that something removed during the append', async () => {
    const { sessions, plain, blobs, messages, read } = testPlace()
    const { append } = plain
    Object.assign(plain, {
      append: async (...args: Parameters<typeof append>) => {
        await blobs.delete(scope, 's')
        return append(...args)
      },
    })
    await sessions.append(scope, 's', [textResult(long)])
    const handle = handleOf(headOf((await messages())[0]))
    expect(await read({ handle, lines: '2000' })).toBe('line 2000 of the log, with some words')
  })

  it('takes nothing into a session that exists, when it cannot be forked into', async () => {
    const { sessions, blobs, append } = testPlace()
    await append(textResult(long))
    await sessions.append(scope, 'other', [{ role: 'user', content: 'Hi' }])
    await expect(sessions.transfer?.fork(scope, 's', 'other')).rejects.toMatchObject({ code: 'SESSION_EXISTS' })
    await expect(sessions.transfer?.fork(scope, 'none', 'new')).rejects.toMatchObject({ code: 'SESSION_MISSING' })
    expect((await blobs.sessions(scope)).sessions).toEqual(['s'])
  })

  it('appends and deletes at once without a message that lacks its content', async () => {
    for (let round = 0; round < 20; round++) {
      const { sessions, blobs, read } = testPlace()
      await Promise.all([
        sessions.append(scope, 's', [textResult(long)]),
        sessions.delete(scope, 's'),
        sessions.append(scope, 's', [textResult(`${long}\n`)]),
      ])
      const stored = await sessions.read(scope, 's', 0, 9)
      for (const { message } of stored) {
        expect(await read({ handle: handleOf(headOf(message)), lines: '1' })).toBe('line 1 of the log, with some words')
      }
      expect(await contentsOf(blobs)).toHaveLength(stored.length)
    }
  })

  it('has what both stores have', () => {
    const { erase: _, ...withoutErase } = createBlobStore()
    const put = offload({ blobs: withoutErase as BlobStore })
    const store = withOffload(createSessionStore(), put)
    expect(store.admin).toBeUndefined()
    expect(store.search).toBeUndefined()
    expect(store.runs?.read).toBeTypeOf('function')
    expect(withOffload({ ...createSessionStore(), transfer: undefined } as never, put).transfer).toBeUndefined()
  })

  it('rejects wrong options', () => {
    const blobs = createBlobStore()
    for (const wrong of [
      { limit: 10 },
      { tools: { a: 'drop' } },
      { tools: { a: { limit: 5 } } },
      { storage: { maxBytes: 5, whenFull: 'fail' } },
      { storage: { maxBytes: 5, whenFull: 'remove-oldest' } },
      { media: -1 },
      { texts: true },
    ]) {
      expect(() => offload({ blobs, ...wrong } as never)).toThrow('OPTION_INVALID')
    }
    expect(() => offload({} as never)).toThrow('blobs')
    for (const wrong of [undefined, { blobs }, offload]) {
      expect(() => withOffload(createSessionStore(), wrong as never)).toThrow('OPTION_INVALID')
    }
  })
})
