import { expect, it } from 'vitest'
import type { OpenStores } from './stores.ts'

const said = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ role: 'user' as const, content: `Message ${from + n}` }))

/** Registers the tests of `indexMessages`. */
export function indexMessagesTests(open: OpenStores): void {
  it('adds what waits, of all users of the tenant and of no other, once', async () => {
    const { sessions, indexMessages, check } = await open()
    const [ada, eve] = [
      { tenant: 'acme', user: 'ada' },
      { tenant: 'acme', user: 'eve' },
    ]
    await sessions.append(ada, 'a', said(0, 700))
    await sessions.append(eve, 'e', said(0, 5))
    await sessions.append({ tenant: 'bolt' }, 'b', said(0, 3))
    expect(await indexMessages({ tenant: 'acme' })).toBe(705)
    expect(await indexMessages({ tenant: 'acme' })).toBe(0)
    expect(await indexMessages({ tenant: 'nobody' })).toBe(0)
    await sessions.append(ada, 'a', said(700, 2))
    expect(await indexMessages({ tenant: 'acme' })).toBe(2)
    expect(await indexMessages({ tenant: 'bolt' })).toBe(3)
    const [best] = (await sessions.search(ada, { query: '701' })).hits
    expect(best?.item).toMatchObject({ session: 'a', position: 701 })
    expect(await check()).toEqual([])
  })

  it('stops when it is told to, and goes on from there', async () => {
    const { sessions, indexMessages } = await open()
    const scope = { tenant: 'acme' }
    await sessions.append(scope, 's', said(0, 5))
    await expect(indexMessages({ ...scope, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
    expect(await indexMessages(scope)).toBe(5)
  })

  it('needs a tenant', async () => {
    const { indexMessages } = await open()
    await expect(indexMessages({ tenant: '' })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
  })
}
