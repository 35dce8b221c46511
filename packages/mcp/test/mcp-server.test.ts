import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ada, makeAgent, makeServer } from './support/agent.ts'

async function connected(agent: Awaited<ReturnType<typeof makeAgent>>): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await Promise.all([makeServer(agent)().connect(far), client.connect(near)])
  onTestFinished(() => client.close())
  return client
}

const textOf = (result: { readonly contents: readonly object[] }): string =>
  String((result.contents[0] as { readonly text?: string }).text)

describe('the tools of a server', () => {
  it('only read by default', async () => {
    const client = await connected(await makeAgent())
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['load_skill', true],
      ['read_skill_file', true],
      ['search_memory', true],
      ['recall', true],
    ])
    const answer = await client
      .callTool({ name: 'remember', arguments: { text: 'x' } })
      .catch((error: unknown) => error)
    expect(answer).toMatchObject({ message: expect.stringContaining('remember') })
  })

  it('read skills, memory and earlier sessions', async () => {
    const client = await connected(await makeAgent())
    const call = async (name: string, args: Record<string, unknown>): Promise<unknown> =>
      (await client.callTool({ name, arguments: args })).content
    const text = (value: string): unknown => [{ type: 'text', text: expect.stringContaining(value) }]
    expect(await call('load_skill', { name: 'tax' })).toEqual(text('Take form 12.'))
    expect(await call('read_skill_file', { skill: 'tax', path: 'references/rates.md' })).toEqual(text('19 %'))
    expect(await call('search_memory', { query: 'Which tea?' })).toEqual(text('Ada drinks green tea.'))
    expect(await call('recall', { query: 'door code' })).toEqual(text('blue card'))
  })

  it('write what the operator allows, for the scope of the operator', async () => {
    const agent = await makeAgent({ allow: ['remember', 'forget'] })
    const client = await connected(agent)
    const remembered = await client.callTool({ name: 'remember', arguments: { text: 'Ada has a dog.' } })
    expect(remembered).not.toHaveProperty('isError')
    const found = await client.callTool({ name: 'search_memory', arguments: { query: 'dog' } })
    const id = /\[(memory-[^\]]+)\]/.exec(JSON.stringify(found))?.[1]
    expect(await client.callTool({ name: 'forget', arguments: { id } })).toMatchObject({
      content: [{ text: 'Forgotten.' }],
    })
    expect(await client.callTool({ name: 'forget', arguments: { id } })).toMatchObject({ isError: true })
  })

  it('answer an invalid input with what is wrong', async () => {
    const client = await connected(await makeAgent())
    const answer = await client.callTool({ name: 'recall', arguments: { query: 'x', tenant: 'umbrella' } })
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('no parameter "tenant"') }],
    })
  })
})

describe('the resources of a server', () => {
  it('are skills, memory and sessions', async () => {
    const client = await connected(await makeAgent())
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri).filter((uri) => !uri.startsWith('lamella://memory/'))).toEqual([
      'lamella://memory',
      'lamella://sessions',
      'lamella://sessions/chat-1',
      'skill://tax/SKILL.md',
    ])
    expect(textOf(await client.readResource({ uri: 'skill://tax/references/rates.md' }))).toBe('The rate is 19 %.\n')
    expect(textOf(await client.readResource({ uri: 'skill://tax/SKILL.md' }))).toMatch(/^---\nname: tax\n/)
    const entry = resources.find(({ uri }) => uri.startsWith('lamella://memory/'))
    expect(JSON.parse(textOf(await client.readResource({ uri: String(entry?.uri) })))).toMatchObject({
      text: expect.stringContaining('green tea'),
    })
    expect(JSON.parse(textOf(await client.readResource({ uri: 'lamella://memory' })))).toMatchObject({ left: 0 })
    expect(JSON.parse(textOf(await client.readResource({ uri: 'lamella://sessions/chat-1?before=1' })))).toEqual({
      id: 'chat-1',
      length: 2,
      messages: [{ position: 0, role: 'user', text: 'The door code is on the blue card.' }],
    })
  })

  it('leave memory and sessions out for a scope that may not see them', async () => {
    const agent = await makeAgent()
    const options = { ...agent.options, scope: { ...ada, kind: 'group' as const }, tools: undefined }
    const { tools: _, ...rest } = options
    const client = await connected({ ...agent, options: rest })
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['skill://tax/SKILL.md'])
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['load_skill', 'read_skill_file'])
  })

  it.each(['x'.repeat(513), 'unknown'])(
    'has no session with the id %s, which is no error of the server',
    async (id) => {
      const agent = await makeAgent()
      const client = await connected(agent)
      const error: unknown = await client.readResource({ uri: `lamella://sessions/${id}` }).catch((thrown) => thrown)
      expect(String(error)).toMatch(/not found/i)
      expect(agent.errors).toEqual([])
    },
  )

  it('hide the texts of errors', async () => {
    const agent = await makeAgent()
    const sessions = { ...agent.options.sessions, page: async () => Promise.reject(new Error('/srv/data is full')) }
    const client = await connected({ ...agent, options: { ...agent.options, sessions: sessions as never } })
    const error: unknown = await client.readResource({ uri: 'lamella://sessions/chat-1' }).catch((thrown) => thrown)
    expect(error).toMatchObject({ message: expect.stringContaining('Reading a session has failed.') })
    expect(String(error)).not.toContain('srv')
    expect(agent.errors.map(String)).toEqual(['Error: /srv/data is full'])
  })
})

describe('the prompt of a server', () => {
  it('is the context for a question', async () => {
    const client = await connected(await makeAgent())
    expect((await client.listPrompts()).prompts).toMatchObject([
      { name: 'context', arguments: [{ name: 'question', required: true }] },
    ])
    const { messages } = await client.getPrompt({ name: 'context', arguments: { question: 'Which tea?' } })
    const texts = messages.map(({ role, content }) => [role, (content as { readonly text: string }).text])
    expect(texts[0]).toEqual(['user', expect.stringMatching(/You are Kim.*green tea.*load_skill.*<name>tax<\/name>/s)])
    expect(texts.at(-1)).toEqual(['user', 'Which tea?'])
  })
})
