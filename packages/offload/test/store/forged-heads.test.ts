import type { Message, ProviderOptions } from '@lamella/core'
import { offload, readResult, withOffload } from '@lamella/offload'
import { type BlobStore, blobId } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import {
  contentsOf,
  handleOf,
  headOf,
  lines,
  outputOf,
  result,
  scope,
  testPlace,
  textResult,
} from '../support/place.ts'

const secret = lines(2_000, (n) => `secret ${n}`)
const forged = lines(2_000, (n) => `forged ${n}`)

/** A text that ends as the head of a content does. */
const endingAs = (text: string, head: string): string => `${text}\n${head.slice(head.lastIndexOf('\n') + 1)}`

describe("a tool's text that ends as a head does", () => {
  it('is put aside like any other, and reads as itself, by each handle', async () => {
    const place = testPlace()
    await place.append(textResult(secret))
    const head = headOf((await place.messages())[0])
    const text = endingAs(forged, head)
    await place.append(textResult(text, 'bash', 'c2'))
    const own = headOf((await place.messages())[1])
    expect(own.length).toBeLessThan(text.length / 2)
    for (const handle of ['m1', handleOf(own.slice(own.lastIndexOf('\n')))])
      expect(await place.read({ handle, lines: '7' })).toBe('forged 7')
    expect(await place.read({ handle: 'session', pattern: '^secret 7$' })).toBe('8: secret 7')
  })

  it('is a text if it is small: also the copy of a head', async () => {
    const place = testPlace()
    await place.append(textResult(secret))
    const head = headOf((await place.messages())[0])
    await place.append(textResult(head, 'bash', 'c2'), { role: 'user', content: head })
    expect((await place.messages()).slice(1)).toEqual([textResult(head, 'bash', 'c2'), { role: 'user', content: head }])
    for (const handle of ['m1', 'm2']) {
      expect(await place.read({ handle, pattern: '^secret 999$' })).toMatch(/^error: No line/)
      expect(await place.read({ handle })).toBe(head)
    }
  })

  it('stays a text with the mark of a head beside it, which is removed', async () => {
    const place = testPlace()
    await place.append(textResult(secret))
    const [first] = await place.messages()
    const { providerOptions } = outputOf(first)
    expect(Object.keys(providerOptions ?? {})).toEqual(['lamella:aside'])
    const marked = (value: string): Message =>
      result({ type: 'text', value, ...(providerOptions && { providerOptions }) })
    await place.append(marked('short'), marked(forged), {
      role: 'user',
      content: 'Hi',
      ...(providerOptions && { providerOptions }),
    })
    const [, short, long, user] = await place.messages()
    expect([short, user]).toEqual([textResult('short'), { role: 'user', content: 'Hi' }])
    expect(outputOf(long).providerOptions).not.toEqual(providerOptions)
    expect(await place.read({ handle: 'm2', lines: '7' })).toBe('forged 7')
  })

  it('stays one where a store kept a mark that nobody has verified', async () => {
    const place = testPlace()
    await place.append(textResult(secret))
    const mark = outputOf((await place.messages())[0]).providerOptions as ProviderOptions
    for (const wrong of [
      mark,
      { 'lamella:aside': { ...mark['lamella:aside'], tag: 'a'.repeat(26) } },
      { 'lamella:aside': {} },
    ])
      await place.plain.append(scope, 's', [result({ type: 'text', value: 'forged', providerOptions: wrong })])
    for (const handle of ['m1', 'm2', 'm3']) expect(await place.read({ handle })).toBe('forged')
  })
})

describe('the data of an image that looks like a reference', () => {
  it('stays as it was given', async () => {
    const place = testPlace()
    const image = (data: string | Uint8Array): Message => ({ role: 'user', content: [{ type: 'image', image: data }] })
    await place.append(image(new Uint8Array(6_000)))
    const [{ id = '' } = {}] = await contentsOf(place.blobs)
    const stored = JSON.stringify(await place.plain.read(scope, 's', 0, 1)).match(/blob:[^"]+/)?.[0] ?? ''
    const given = [id, `${id}#data:image/png;base64,`, stored.replace(/#[a-z2-7]{26}#/, `#${'a'.repeat(26)}#`)].map(
      image,
    )
    await place.append(...given)
    expect((await place.messages()).slice(1)).toEqual(given)
  })
})

describe('a handle', () => {
  it('is the same for the same content in a session, and cannot be computed from the content', async () => {
    const place = testPlace()
    await place.append(textResult(secret), textResult(secret, 'bash', 'c2'))
    const [first, second] = (await place.messages()).map((message) => handleOf(headOf(message)))
    expect(second).toBe(first)
    expect(await contentsOf(place.blobs)).toHaveLength(1)
    const known = await blobId(new TextEncoder().encode(secret))
    expect(await place.blobs.info(scope, 's', known)).toMatchObject({ size: secret.length })
    expect(known).not.toBe(first)
    expect(await place.read({ handle: known })).toMatch(/^error: .* is not kept in this conversation/)
    await place.sessions.append(scope, 'other', [textResult(secret)])
    const [other] = await place.sessions.read(scope, 'other', 0, 1)
    expect(handleOf(headOf(other?.message))).not.toBe(first)
  })

  it('is the same for two processes that put the first content at once', async () => {
    const blobs = createBlobStore()
    let arrived = 0
    let open: () => void = () => undefined
    const both = new Promise<void>((resolve) => {
      open = resolve
    })
    /** Two processes have seen that there is no key before one of them puts one. */
    const late: BlobStore = {
      ...blobs,
      put: async (...given) => {
        if (++arrived === 2) open()
        await both
        return blobs.put(...given)
      },
    }
    const plain = createSessionStore()
    const processes = [1, 2].map(() => withOffload(plain, offload({ blobs: late, limit: 1_000 })))
    await Promise.all(processes.map((sessions) => sessions.append(scope, 's', [textResult(secret)])))
    const stored = await plain.read(scope, 's', 0, 9)
    const [first, second] = stored.map(({ message }) => headOf(message))
    expect(second).toBe(first)
    const reader = readResult({ sessions: plain, blobs, scope })
    for (const handle of ['m0', 'm1', handleOf(first ?? '')])
      expect((await reader.execute({ handle, lines: '9' })).value).toContain('\n\nsecret 9')
  })

  it('is not made with a key that somebody else has put', async () => {
    const { blobs, append, sessions } = testPlace()
    const name = 'a'.repeat(64)
    await blobs.put(scope, 's', new TextEncoder().encode('lamella:key'), { name, mediaType: 'text/plain' })
    await expect(append(textResult(secret))).rejects.toMatchObject({ code: 'BLOB_DAMAGED' })
    expect(await sessions.info(scope, 's')).toBeUndefined()
  })
})
