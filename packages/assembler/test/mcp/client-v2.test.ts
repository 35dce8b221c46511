import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { describe, expect, it, vi } from 'vitest'
import { mcpTools } from '../../src/mcp/index.ts'

async function connected(server: McpServer): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await Promise.all([server.connect(far), client.connect(near)])
  return client
}

describe('mcpTools with version 2 of the SDK', () => {
  it('lists and calls tools', async () => {
    const server = new McpServer({ name: 'weather', version: '1.0.0' })
    server.registerTool('now', { description: 'The weather now' }, () => ({
      content: [{ type: 'text', text: 'sunny' }],
    }))
    const weather = mcpTools(await connected(server), { prefix: 'w_' })
    expect((await weather.list()).map(({ name }) => name)).toEqual(['w_now'])
    expect(await weather.call('w_now', {})).toEqual({ type: 'text', value: 'sunny' })
  })

  it('tells the server when a call is aborted', async () => {
    const server = new McpServer({ name: 'slow', version: '1.0.0' })
    let stopped = false
    let started = false
    server.registerTool('wait', {}, (ctx) => {
      started = true
      return new Promise((_, reject) => {
        ctx.mcpReq.signal.addEventListener('abort', () => {
          stopped = true
          reject(new Error('stopped'))
        })
      })
    })
    const controller = new AbortController()
    const call = mcpTools(await connected(server)).call('wait', {}, { signal: controller.signal })
    const ended = call.catch((error: unknown) => error)
    await vi.waitFor(() => expect(started).toBe(true))
    controller.abort()
    expect(await ended).toMatchObject({ code: 'ABORTED' })
    await vi.waitFor(() => expect(stopped).toBe(true))
  })
})
