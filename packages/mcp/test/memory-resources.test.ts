import { mcpServer } from '@lamella/mcp'
import { createMemoryStore } from '@lamella/store/memory'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ada } from './support/agent.ts'

async function connected(count: number) {
  const memory = createMemoryStore()
  const day = (n: number) => `day ${String(n).padStart(5, '0')}`
  for (let n = 1; n <= count; n++) await memory.put(ada, { id: day(n), text: `Ada walked on ${day(n)}.` })
  const errors: unknown[] = []
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  const server = mcpServer({ scope: ada, memory, onError: (error) => errors.push(error) })()
  await Promise.all([server.connect(far), client.connect(near)])
  onTestFinished(() => client.close())
  const read = async (uri: string): Promise<unknown> => {
    const [content] = (await client.readResource({ uri })).contents
    return JSON.parse(String((content as { readonly text?: string }).text))
  }
  return { read, errors }
}

describe('the memory of a store', () => {
  it('with more entries than one list has says that there are more', async () => {
    const { read } = await connected(1_001)
    expect(await read('lamella://memory')).toMatchObject({ more: true })
    expect(await read('lamella://memory/day%2001001')).toMatchObject({ text: 'Ada walked on day 01001.' })
    const { read: readFew } = await connected(3)
    expect(await readFew('lamella://memory')).toEqual({ entries: expect.any(Array), left: 0 })
  })

  it('has no entry with an id that no store accepts, without an error of the server', async () => {
    const { read, errors } = await connected(1)
    for (const id of ['x'.repeat(600), 'other'])
      await expect(read(`lamella://memory/${id}`)).rejects.toThrow(/not found/i)
    expect(errors).toEqual([])
  })
})
