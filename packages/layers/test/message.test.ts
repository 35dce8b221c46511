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

  it('is the new message unchanged', async () => {
    const given = { role: 'user', content: [{ type: 'text', text: 'Hello' }] } as const
    const { fragments } = await load(message(), { message: { ...given, content: [...given.content] } })
    expect(fragments).toEqual([{ id: 'message', content: [given], pinned: true }])
  })

  it('is empty in the middle of a loop', async () => {
    expect((await load(message())).fragments).toEqual([])
  })
})
