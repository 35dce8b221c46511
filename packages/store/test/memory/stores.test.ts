import type { Message } from '@lamella/core'
import { createMemory, createSession } from '@lamella/store/memory'
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

describe('createMemory', () => {
  it('returns no memories of another tenant or user', async () => {
    const memory = createMemory()
    const texts = async (tenant: string, user?: string): Promise<readonly string[]> => {
      const { entries } = await memory.entries(user === undefined ? { tenant } : { tenant, user }, request)
      return entries.map((entry) => entry.text)
    }
    memory.put({ tenant: 'a', user: 'x' }, { id: '1', text: 'ax' })
    memory.put({ tenant: 'a' }, { id: '1', text: 'a' })
    memory.put({ tenant: 'b', user: 'x' }, { id: '1', text: 'bx' })
    expect(await texts('a', 'x')).toEqual(['ax'])
    expect(await texts('a')).toEqual(['a'])
    expect(await texts('b', 'x')).toEqual(['bx'])
    expect(await texts('a","x')).toEqual([])
  })

  it('replaces an entry with the same id, and removes a deleted one', async () => {
    const memory = createMemory()
    const scope = { tenant: 'a' }
    memory.put(scope, { id: '1', text: 'old' })
    memory.put(scope, { id: '1', text: 'new' })
    expect((await memory.entries(scope, request)).entries).toEqual([{ id: '1', text: 'new' }])
    expect([memory.delete(scope, '1'), memory.delete(scope, '1')]).toEqual([true, false])
    expect((await memory.entries(scope, request)).entries).toEqual([])
  })
})
