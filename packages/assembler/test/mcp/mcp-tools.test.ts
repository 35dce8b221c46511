import { isLamellaError } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import type { McpClient } from '../../src/mcp/contract.ts'
import { joinMcpTools } from '../../src/mcp/join-tools.ts'
import { mcpTools } from '../../src/mcp/mcp-tools.ts'

const inputSchema = { type: 'object' }
const client = (pages: (cursor: string | undefined) => unknown, more: Partial<McpClient> = {}): McpClient => ({
  listTools: async (params) => pages(params?.cursor),
  callTool: async () => ({ content: [] }),
  ...more,
})
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('mcpTools', () => {
  it('stops reading an endless list', async () => {
    let asked = 0
    const endless = mcpTools(client(() => ({ tools: [], nextCursor: `${asked++}` })))
    expect(await errorOf(endless.list())).toMatchObject({ message: expect.stringContaining('more than 100 pages') })
    expect(asked).toBe(100)
    const tools = Array.from({ length: 10_001 }, (_, index) => ({ name: `t${index}`, inputSchema }))
    const huge = mcpTools(client(() => ({ tools })))
    expect(await errorOf(huge.list())).toMatchObject({ message: expect.stringContaining('more than 10000 tools') })
    const long = mcpTools(client(() => ({ tools: [{ name: 'a', inputSchema, description: 'x'.repeat(5e6) }] })))
    expect(await errorOf(long.list())).toMatchObject({
      message: expect.stringContaining('more than 4000000 characters'),
    })
  })

  it.each(['', '8'])('ends a list whose server sends the same page for its cursor: %j', async (nextCursor) => {
    const tools = ['a', 'b'].map((name) => ({ name, inputSchema }))
    expect(await mcpTools(client(() => ({ tools, nextCursor }))).list()).toEqual(tools)
  })

  it('follows an empty cursor', async () => {
    const pages = (cursor: string | undefined): unknown =>
      cursor === undefined
        ? { tools: [{ name: 'a', inputSchema }], nextCursor: '' }
        : { tools: [{ name: 'b', inputSchema }] }
    expect((await mcpTools(client(pages)).list()).map(({ name }) => name)).toEqual(['a', 'b'])
  })

  // modelcontextprotocol/typescript-sdk#2139: what a model writes for a tool without arguments.
  it('calls a tool without arguments if the input is null', async () => {
    const given: unknown[] = []
    const callTool: McpClient['callTool'] = async (params) => {
      given.push(params.arguments)
      return { content: [{ type: 'text', text: 'seen' }] }
    }
    const { call } = mcpTools(client(() => ({ tools: [] }), { callTool }))
    expect([await call('look', null), given]).toEqual([{ type: 'text', value: 'seen' }, [{}]])
  })

  it('rejects anything that is not a list of tools', async () => {
    const cyclic: Record<string, unknown> = { type: 'object' }
    cyclic['self'] = cyclic
    let deep: unknown = {}
    for (let index = 0; index < 100_000; index++) deep = { deep }
    const getter = Object.defineProperty({ inputSchema }, 'name', {
      get: () => {
        throw new Error('no')
      },
    })
    const wrong: readonly unknown[] = [
      undefined,
      null,
      'tools',
      [],
      {},
      { tools: {} },
      { tools: [null] },
      { tools: [1] },
      { tools: [{ inputSchema }] },
      { tools: [{ name: '', inputSchema }] },
      { tools: [{ name: 'a' }] },
      { tools: [{ name: 'a', inputSchema: [] }] },
      { tools: [{ name: 'a', inputSchema, description: 1 }] },
      { tools: [{ name: 'a', inputSchema: cyclic }] },
      { tools: [{ name: 'a', inputSchema: deep }] },
      { tools: [{ name: 'a', inputSchema: { a: 1n } }] },
      { tools: [getter] },
      { tools: [], nextCursor: 5 },
    ]
    for (const answer of wrong) {
      expect(isLamellaError(await errorOf(mcpTools(client(() => answer)).list()), 'DEPENDENCY_INVALID')).toBe(true)
    }
    const cause = new Error('closed')
    const closed = mcpTools(client(() => Promise.reject(cause)))
    expect(await errorOf(closed.list())).toMatchObject({ code: 'DEPENDENCY_FAILED', cause })
  })

  it('imports only name, description and schema, as a copy', async () => {
    const told = { name: 'a', inputSchema: { type: 'object' }, permissions: [], sandbox: true, annotations: {} }
    const tools = await mcpTools(
      client(() => ({ tools: [told] })),
      { permissions: ['x'] },
    ).list()
    expect(tools).toEqual([{ name: 'a', inputSchema: { type: 'object' }, permissions: ['x'] }])
    expect(tools[0]?.inputSchema).not.toBe(told.inputSchema)
  })

  it('requests the list every time without `changes`, once for concurrent callers, and never caches an error', async () => {
    let asked = 0
    const tools = mcpTools(
      client(() => {
        asked++
        if (asked === 1) throw new Error('not yet')
        return { tools: [{ name: 'a', inputSchema }] }
      }),
    )
    expect(isLamellaError(await errorOf(tools.list()), 'DEPENDENCY_FAILED')).toBe(true)
    const [first, second] = await Promise.all([tools.list(), tools.list()])
    expect(first).toBe(second)
    expect(asked).toBe(2)
    const third = await tools.list()
    expect(asked).toBe(3)
    expect(third[0]).toBe(first[0])
  })

  // maximhq/bifrost#7169, langchain-ai/deepagents#2497: servers that write maps in the order of the moment.
  it('lists the same tools alike, whatever the order of a server', async () => {
    const schema = (properties: object) => ({ type: 'object', properties })
    const a = { name: 'a', inputSchema: schema({ path: { type: 'string' }, all: { type: 'boolean', default: false } }) }
    const other = {
      inputSchema: schema({ all: { default: false, type: 'boolean' }, path: { type: 'string' } }),
      name: 'a',
    }
    const [b, c] = [
      { name: 'b', inputSchema },
      { name: 'c', inputSchema },
    ]
    const lists = [
      [b, a],
      [other, b],
      [c, other, b],
      [c, { ...a, inputSchema: schema({}) }],
      [b, b],
    ]
    const tools = mcpTools(client(() => ({ tools: lists.shift() })))
    const first = await tools.list()
    expect(await tools.list()).toEqual(first)
    expect(JSON.stringify(await tools.list())).toBe(JSON.stringify([b, a, c]))
    expect(await tools.list()).toEqual([c, { name: 'a', inputSchema: schema({}) }])
    expect(await tools.list()).toEqual([b, b])
  })

  it('caches a list for the configured time, and forever only if the server announces changes', async () => {
    let asked = 0
    let time = 0
    let forget = (): void => {}
    const pages = (): unknown => {
      asked++
      return { tools: [] }
    }
    const now = (): number => time
    const timed = mcpTools(client(pages), { ttl: 100, now })
    for (time of [0, 50, 99, 100, 150, 90]) await timed.list()
    // A clock that was set back is not trusted.
    expect(asked).toBe(3)
    asked = 0
    const changes = (given: () => void): void => {
      forget = given
    }
    const silent = mcpTools(client(pages, { getServerCapabilities: () => ({ tools: {} }) }), { changes, now })
    await silent.list()
    await silent.list()
    expect(asked).toBe(2)
    asked = 0
    const telling = { getServerCapabilities: () => ({ tools: { listChanged: true } }) }
    const told = mcpTools(client(pages, telling), { changes, now })
    const open = told.list()
    forget()
    await open
    await told.list()
    await told.list()
    expect(asked).toBe(2)
  })

  it('returns errors of a call as outputs, cut if they are too long', async () => {
    const failing = (error: unknown) =>
      mcpTools(
        client(() => ({}), { callTool: () => Promise.reject(error) }),
        { maxCharacters: 1_000 },
      )
    expect(await failing(new Error('MCP error -32602')).call('a', {})).toEqual({
      type: 'error-text',
      value: 'MCP error -32602',
    })
    const elicitations = [{ mode: 'url', url: 'https://auth.example/1', message: 'Sign in' }]
    const asked = Object.assign(new Error('MCP error -32042'), { code: -32042, data: { elicitations } })
    expect(await failing(asked).call('a', {})).toEqual({
      type: 'error-text',
      value: `MCP error -32042\n${JSON.stringify({ elicitations })}`,
    })
    for (const odd of [undefined, 'text', { message: 5 }]) {
      expect(await failing(odd).call('a', {})).toEqual({ type: 'error-text', value: 'The call failed.' })
    }
    const { value } = (await failing(new Error('x'.repeat(1e6))).call('a', {})) as { readonly value: string }
    expect(value.length).toBeLessThanOrEqual(1_000)
    expect(value).toContain('characters cut')
  })

  it('passes on only the input and the signal', async () => {
    const calls: unknown[][] = []
    const callTool: McpClient['callTool'] = async (...given) => {
      calls.push(given)
      return { content: [] }
    }
    const tools = mcpTools(
      client(() => ({}), { callTool }),
      { prefix: 'p_' },
    )
    const { signal } = new AbortController()
    await tools.call('p_a', { city: 'Bern' }, { signal })
    await tools.call('p_p_a', undefined)
    expect(calls).toEqual([
      [{ name: 'a', arguments: { city: 'Bern' } }, undefined, { signal: expect.any(AbortSignal), timeout: 60_000 }],
      [{ name: 'p_a', arguments: {} }, undefined, { signal: expect.any(AbortSignal), timeout: 60_000 }],
    ])
  })

  it('abandons a list and a call that hang, and aborts their requests', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const hang = (options: { readonly signal?: AbortSignal } | undefined): Promise<never> => {
      signals.push(options?.signal)
      return new Promise(() => undefined)
    }
    const hanging: McpClient = { listTools: (_, options) => hang(options), callTool: (_, __, options) => hang(options) }
    const tools = mcpTools(hanging, { deadline: 5 })
    expect(await errorOf(tools.list())).toMatchObject({
      code: 'DEPENDENCY_FAILED',
      message: expect.stringContaining('took longer than 5 ms'),
    })
    expect(await tools.call('a', {})).toEqual({
      type: 'error-text',
      value: expect.stringContaining('longer than 5 ms'),
    })
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true])
    // An abandoned list is requested again.
    expect(await errorOf(tools.list())).toMatchObject({ code: 'DEPENDENCY_FAILED' })
    expect(signals).toHaveLength(3)
  })

  it("ends a hanging call with its caller's signal", async () => {
    const control = new AbortController()
    const tools = mcpTools(client(() => ({}), { callTool: () => new Promise(() => undefined) }))
    const called = errorOf(tools.call('a', {}, { signal: control.signal }))
    control.abort(new Error('enough'))
    expect(await called).toMatchObject({ code: 'ABORTED' })
  })

  it('rejects invalid options and clients', () => {
    const some = client(() => ({}))
    const wrong: readonly unknown[] = [
      { prefx: 'a' },
      { prefix: 1 },
      { permissions: 'fs' },
      { sandbox: 'yes' },
      { ttl: -1 },
      { ttl: Number.NaN },
      { changes: true },
      { maxCharacters: 10 },
    ]
    for (const options of wrong) expect(() => mcpTools(some, options as never)).toThrow(/OPTION_INVALID/)
    expect(() => mcpTools({ listTools: some.listTools } as never)).toThrow(/a method callTool/)
    expect(() => mcpTools(undefined as never)).toThrow(/a method listTools/)
  })

  it('rejects invalid permissions returned by a function', async () => {
    const tools = mcpTools(
      client(() => ({ tools: [{ name: 'a', inputSchema }] })),
      { permissions: () => 'fs' as never },
    )
    expect(isLamellaError(await errorOf(tools.list()), 'DEPENDENCY_INVALID')).toBe(true)
  })
})

describe('joinMcpTools', () => {
  it('calls the tools of a server although another one is down', async () => {
    const down = mcpTools(
      client(() => {
        throw new Error('connection refused')
      }),
    )
    const callTool: McpClient['callTool'] = async () => ({ content: [{ type: 'text', text: 'seen' }] })
    const up = mcpTools(client(() => ({ tools: [{ name: 'look', inputSchema }] }), { callTool }))
    const { call } = joinMcpTools([down, up])
    expect(await call('look', {})).toEqual({ type: 'text', value: 'seen' })
    expect(await call('other', {})).toEqual({
      type: 'error-text',
      value: expect.stringMatching(/^There is no tool 'other'\. .*connection refused/) as string,
    })
  })
})
