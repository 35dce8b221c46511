import { createBlobStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada' }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('createBlobStore', () => {
  it('keeps a content with its media type, name and time, and returns ranges of it', async () => {
    const blobs = createBlobStore()
    const at = new Date('2026-05-12T08:00:00Z')
    const info = await blobs.put(scope, 's', bytes('a long text'), { mediaType: 'text/plain', name: 'a.txt', at })
    expect(info).toEqual({
      ...{ id: info.id, size: 11, mediaType: 'text/plain', name: 'a.txt', at: '2026-05-12T08:00:00.000Z' },
    })
    expect(await blobs.info(scope, 's', info.id)).toEqual(info)
    expect(await blobs.read(scope, 's', info.id)).toEqual(bytes('a long text'))
    expect(await blobs.read(scope, 's', info.id, { start: 2, end: 6 })).toEqual(bytes('long'))
    expect(await blobs.list(scope, 's')).toEqual({ blobs: [info], bytes: 11, more: false })
    expect(await blobs.sessions(scope)).toEqual({ sessions: ['s'], more: false })
  })

  it('copies a Buffer, whose slice does not', async () => {
    const blobs = createBlobStore()
    const content = Buffer.from('before')
    const { id } = await blobs.put(scope, 's', content)
    content.fill(0)
    expect(await blobs.read(scope, 's', id)).toEqual(bytes('before'))
  })

  it('deletes only what is older than an instant, years after 9999 included', async () => {
    const blobs = createBlobStore()
    const far = new Date('+012026-01-01T00:00:00Z')
    const { id: late } = await blobs.put(scope, 's', bytes('late'), { at: far })
    const { id: early } = await blobs.put(scope, 's', bytes('early'), { at: new Date(0) })
    const { id: none } = await blobs.put(scope, 's', bytes('none'))
    expect(await blobs.delete(scope, 's', undefined, { before: new Date('2026-01-01') })).toBe(1)
    expect((await blobs.list(scope, 's')).blobs.map(({ id }) => id)).toEqual([late, none].sort())
    expect(await blobs.info(scope, 's', early)).toBeUndefined()
  })
})
