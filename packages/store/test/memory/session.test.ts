import type { Message } from '@lamella/core'
import { createSession } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const request = { signal: new AbortController().signal }

describe('createSession', () => {
  it('grows at its end, reads any range, and knows the size before a position', async () => {
    const session = createSession([{ role: 'user', content: 'abc' }])
    const call: Message = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'b', input: {} }],
    }
    session.append(call, { role: 'user', content: 'de' })
    expect(session.length).toBe(3)
    expect(await session.read(1, 3, request)).toEqual([call, { role: 'user', content: 'de' }])
    expect(session.sizeBefore(0)).toBe(0)
    expect(session.sizeBefore(1)).toBe(3)
    expect(session.sizeBefore(3)).toBe(3 + JSON.stringify(call.content).length + 2)
  })

  it('does not count the bytes of images', () => {
    const image = { type: 'image' as const, image: new Uint8Array(10_000) }
    expect(createSession([{ role: 'user', content: [image] }]).sizeBefore(1)).toBeLessThan(100)
  })
})
