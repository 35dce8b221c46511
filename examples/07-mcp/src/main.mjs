// A workspace as an MCP server over HTTP, and the official client that asks it.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext } from '@lamella/core'
import { mcpServer, serveHttp } from '@lamella/mcp'
import { openWorkspace } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { bm25 } from '@lamella/ranker-bm25'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const scope = { tenant: 'lamp-shop', user: 'mara', kind: 'private' }
const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))
const agent = join(folder, 'agent')
await mkdir(join(agent, 'skills/returns/references'), { recursive: true })
await writeFile(join(agent, 'SOUL.md'), 'You help customers of a lamp shop.')
await writeFile(join(agent, 'MEMORY.md'), '- Mara prefers warm light.\n')
await writeFile(
  join(agent, 'skills/returns/SKILL.md'),
  '---\nname: returns\ndescription: Handles lamps that come back.\n---\nCheck the terms in references/terms.md first.\n',
)
await writeFile(join(agent, 'skills/returns/references/terms.md'), 'Lamps can be returned for 30 days.\n')

const database = await sqlite(join(folder, 'agent.db'))
const { sessions } = database
await sessions.append(scope, 'chat-1', [
  { role: 'user', content: 'My order number is 1042.' },
  { role: 'assistant', content: 'Thank you, I will look it up.' },
])

// The operator's side: whose data it is, and what clients may do.
const { layers, sources, contextTools } = openWorkspace(agent, {
  ranker: bm25(),
  contextTools: { scope, sessions, allow: ['remember'] },
})
const builder = createContext().use(layers).budget({ window: 32_000, reserve: 4_000 })
const makeServer = mcpServer({
  scope,
  tools: contextTools,
  skills: sources.skills,
  memory: sources.memory,
  sessions,
  build: (request) => builder.build(request),
})
const http = await serveHttp(makeServer)

// The client's side.
const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(new StreamableHTTPClientTransport(new URL(http.url)))

async function call(name, input) {
  const { content, isError } = await client.callTool({ name, arguments: input })
  console.log(`\n> ${name} ${JSON.stringify(input)}${isError ? ' (error)' : ''}\n${content[0].text}`)
}

const { tools } = await client.listTools()
console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}`)
const { resources } = await client.listResources()
console.log(`Resources: ${resources.map(({ uri }) => uri.replace(/memory\/.+/, 'memory/…')).join(', ')}`)

await call('load_skill', { name: 'returns' })
await call('read_skill_file', { skill: 'returns', path: 'references/terms.md' })
await call('read_skill_file', { skill: 'returns', path: '../../MEMORY.md' })
await call('recall', { query: 'order number' })
await call('recall', { query: 'order number', tenant: 'another-shop' })
await call('remember', { text: 'Mara moved to Bern.' })
await call('search_memory', { query: 'Where does Mara live? Bern?', limit: 1 })

const { contents } = await client.readResource({ uri: 'skill://returns/SKILL.md' })
console.log(`\n${contents[0].uri} has ${contents[0].text.length} characters`)
const { messages } = await client.getPrompt({ name: 'context', arguments: { question: 'What light do I like?' } })
for (const { role, content } of messages) console.log(`\n${role}: ${content.text}`)

await client.close()
await http.close()
await database.close()
await rm(folder, { recursive: true })
