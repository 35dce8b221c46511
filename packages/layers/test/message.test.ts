import { message } from '@lamella/layers'
import { describe, expect, it } from 'vitest'
import { load } from './support/load.ts'

describe('message', () => {
  it('comes last, pinned, among the messages', () => {
    expect(message()).toMatchObject({
      name: 'message',
      order: 700,
      priority: 1000,
      placement: 'messages',
      stability: 'turn',
    })
  })

  it('is the new message unchanged, at the position that it will have in the session', async () => {
    const given = { role: 'user', content: [{ type: 'text', text: 'Hello' }] } as const
    const session = { length: 3, read: () => [] }
    const { fragments } = await load(message(), { message: { ...given, content: [...given.content] }, session })
    expect(fragments).toEqual([{ id: 'message', content: [given], pinned: true, position: 3 }])
  })

  it('is empty in the middle of a loop', async () => {
    expect((await load(message())).fragments).toEqual([])
  })
})
