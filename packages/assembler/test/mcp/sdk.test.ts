import { createContext, isLamellaError } from '@lamella/core'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ListToolsRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { joinMcpTools, mcpTools } from '../../src/mcp/index.ts'
import { ToolCollector } from '../../src/tools/tool-collector.ts'

async function connected(server: McpServer): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await Promise.all([server.connect(far), client.connect(near)])
  return client
}

function weatherServer(): McpServer {
  const server = new McpServer({ name: 'weather', version: '1.0.0' })
  const annotations = { readOnlyHint: true, destructiveHint: false }
  server.registerTool('now', { description: 'The weather now', annotations }, () => ({
    content: [{ type: 'text', text: 'sunny' }],
  }))
  server.registerTool('picture', {}, () => ({
    content: [
      { type: 'text', text: 'Bern:' },
      { type: 'image', data: 'iVBORw==', mimeType: 'image/png' },
    ],
  }))
  server.registerTool('broken', {}, () => {
    throw new Error('No sensor.')
  })
  server.registerTool('slow', {}, (extra) => {
    return new Promise((_, reject) => extra.signal.addEventListener('abort', () => reject(new Error('stopped'))))
  })
  return server
}

describe('mcpTools with the SDK', () => {
  it('provides the tools of a server to a collector, with locally set permissions', async () => {
    const client = await connected(weatherServer())
    const weather = mcpTools(client, {
      prefix: 'weather_',
      permissions: (name) => (name === 'now' ? [] : ['network.weather']),
      sandbox: (name) => name === 'now',
    })
    const collector = new ToolCollector(weather)
    const { tools, excluded } = await collector.gather([], { permissions: ['network.*'], exclude: ['weather_slow'] })
    expect(tools.map(({ name }) => name)).toEqual(['weather_now', 'weather_picture', 'weather_broken'])
    expect(tools[0]).toEqual({
      name: 'weather_now',
      description: 'The weather now',
      inputSchema: expect.objectContaining({ type: 'object' }),
    })
    expect(excluded).toEqual([{ name: 'weather_slow', reason: 'excluded' }])
    // What the server declares about itself (readOnlyHint) grants nothing.
    const bare = new ToolCollector(mcpTools(client))
    expect(await bare.collect([], { sandboxMode: true })).toEqual([])
    const context = await createContext()
      .tools(tools)
      .budget({ window: 4_000, reserve: 0 })
      .build({ scope: { tenant: 'a' } })
    expect(context.tools).toHaveLength(3)
  })

  it('calls tools, and returns their answers as outputs, including errors', async () => {
    const weather = mcpTools(await connected(weatherServer()), { prefix: 'w_' })
    expect(await weather.call('w_now', {})).toEqual({ type: 'text', value: 'sunny' })
    expect(await weather.call('w_now', null)).toEqual({ type: 'text', value: 'sunny' })
    expect(await weather.call('w_picture', undefined)).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'Bern:' },
        { type: 'image-data', data: 'iVBORw==', mediaType: 'image/png' },
      ],
    })
    expect(await weather.call('w_broken', {})).toEqual({ type: 'error-text', value: 'No sensor.' })
    expect(await weather.call('w_none', {})).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('none'),
    })
    expect(await weather.call('now', {})).toEqual({ type: 'error-text', value: "There is no tool 'now'." })
    expect(await weather.call('w_now', 'text')).toEqual({ type: 'error-text', value: 'The input must be an object.' })
  })

  it('is aborted by its signal, before and while a tool runs', async () => {
    const weather = mcpTools(await connected(weatherServer()))
    const controller = new AbortController()
    const call = weather.call('slow', {}, { signal: controller.signal }).catch((error: unknown) => error)
    controller.abort()
    expect(isLamellaError(await call, 'ABORTED')).toBe(true)
    const late = weather.call('now', {}, { signal: AbortSignal.abort() }).catch((error: unknown) => error)
    expect(isLamellaError(await late, 'ABORTED')).toBe(true)
  })

  it('caches the list until the server announces a change', async () => {
    const server = weatherServer()
    let asked = 0
    const client = await connected(server)
    const counting = {
      listTools: (params?: { readonly cursor?: string }) => {
        asked++
        return client.listTools(params)
      },
      callTool: client.callTool.bind(client),
      getServerCapabilities: client.getServerCapabilities.bind(client),
    }
    const weather = mcpTools(counting, {
      changes: (forget) => client.setNotificationHandler(ToolListChangedNotificationSchema, forget),
    })
    const first = await weather.list()
    expect(await weather.list()).toBe(first)
    expect(asked).toBe(1)
    const tool = server.registerTool('tomorrow', {}, () => ({ content: [] }))
    await new Promise((done) => setTimeout(done, 5))
    const second = await weather.list()
    expect(second.map(({ name }) => name)).toEqual(['now', 'picture', 'broken', 'slow', 'tomorrow'])
    // Unchanged tools are the same objects, so that their tokens are known.
    expect(second.slice(0, 4).every((one, index) => one === first[index])).toBe(true)
    expect(await weather.call('tomorrow', {})).toEqual({ type: 'text', value: '' })
    tool.disable()
    await new Promise((done) => setTimeout(done, 5))
    expect(await weather.list()).toHaveLength(4)
    expect(asked).toBe(3)
  })

  it('reads all pages of a list', async () => {
    const server = weatherServer()
    server.server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      const page = Number(params?.cursor ?? 0)
      const tools = [
        { name: `t${page}`, inputSchema: { type: 'object' as const, properties: { a: { type: 'string' } } } },
      ]
      return page < 4 ? { tools, nextCursor: `${page + 1}` } : { tools }
    })
    const tools = await mcpTools(await connected(server)).list()
    expect(tools.map(({ name }) => name)).toEqual(['t0', 't1', 't2', 't3', 't4'])
    expect(tools[0]?.inputSchema).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
  })

  it('distinguishes tools with the same name on different servers', async () => {
    const other = new McpServer({ name: 'other', version: '1.0.0' })
    other.registerTool('now', {}, () => ({ content: [{ type: 'text', text: 'twelve' }] }))
    const [weather, clock] = [await connected(weatherServer()), await connected(other)]
    const apart = joinMcpTools([mcpTools(weather, { prefix: 'weather_' }), mcpTools(clock, { prefix: 'clock_' })])
    expect(await apart.call('clock_now', {})).toEqual({ type: 'text', value: 'twelve' })
    expect(await apart.call('weather_now', {})).toEqual({ type: 'text', value: 'sunny' })
    expect(await apart.call('now', {})).toEqual({ type: 'error-text', value: "There is no tool 'now'." })
    // Without prefixes the first server gets the name, in the list and for calls.
    const mixed = joinMcpTools([mcpTools(clock), mcpTools(weather)])
    const { tools, notices } = await new ToolCollector(mixed).gather([], {})
    expect(tools.map(({ name }) => name)).toEqual(['now', 'picture', 'broken', 'slow'])
    expect(notices.map(({ code }) => code)).toEqual(['TOOL_DUPLICATE'])
    expect(await mixed.call('now', {})).toEqual({ type: 'text', value: 'twelve' })
  })
})
