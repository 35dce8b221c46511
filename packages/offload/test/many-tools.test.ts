import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContextAssembler } from '@lamella/assembler'
import type { Message } from '@lamella/core'
import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { toolSearch } from '@lamella/offload/tool-search'
import { fileBlobs, fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import type { BlobStore, SessionStore } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import { prefixServer } from '@lamella/testkit'
import { anthropicFramingFor } from '@lamella/wire/anthropic'
import { loadFormat, type WireFormat } from '@lamella/wire/formats'
import { validate } from '@lamella/wire/validate'
import { expect, it, onTestFinished } from 'vitest'
import { contentsOf } from './support/place.ts'
import { offeredIn, secretOf, workshop } from './support/workshop.ts'

const scope = { tenant: 'acme', user: 'ada', session: 's', kind: 'private' } as const
const turns = 16

type Place = { readonly blobs: BlobStore; readonly sessions: SessionStore }

const places: Readonly<Record<string, () => Promise<Place>>> = {
  memory: async () => ({ blobs: createBlobStore(), sessions: createSessionStore() }),
  files: async () => {
    const folder = await temporary()
    return { blobs: fileBlobs(folder), sessions: fileSessions(folder) }
  },
  sqlite: async () => {
    const database = await sqlite(join(await temporary(), 'a.db'))
    onTestFinished(() => database.close())
    return database
  },
}

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-offload-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const call = (toolCallId: string, toolName: string, input: object): Message => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId, toolName, input }],
})

const all: readonly (readonly [WireFormat, string, 'loaded' | 'through call_tool', string])[] = [
  ['anthropic', 'claude-opus-5-5', 'loaded', 'sqlite'],
  ['anthropic', 'claude-opus-5-5', 'loaded', 'memory'],
  ['anthropic', 'claude-opus-5-5', 'through call_tool', 'files'],
  ['openai-chat', 'gpt-4.1', 'through call_tool', 'sqlite'],
  ['openai-responses', 'gpt-5.4', 'through call_tool', 'files'],
  ['gemini', 'gemini-3.8-flash', 'through call_tool', 'memory'],
  ['bedrock-converse', 'us.anthropic.claude-opus-4-6-v1:0', 'through call_tool', 'sqlite'],
]
/** Every second one by day, all at night. */
const every = Number(process.env['LAMELLA_EVERY'] ?? 2)
const some = all.filter((_, index) => index % every === 0)

it.each(some)('300 tools in a session of %s (%s), %s, in %s', async (name, model, way, where) => {
  const takesToolChanges = way === 'loaded'
  const format = await loadFormat(name)
  const framing = takesToolChanges ? anthropicFramingFor({ model, toolChanges: true }) : format.framingFor({ model })
  const { blobs, sessions: plain } = await (places[where] as (typeof places)['memory'])()
  const sessions = withOffload(plain, offload({ blobs, limit: 1_000 }))
  const search = toolSearch({ tools: workshop, index: toolIndex(workshop), maxLoaded: 12 })
  const reader = readResult({ sessions, blobs })
  const own = contextTools({ scope, more: takesToolChanges ? [reader] : [reader, ...search.ready] })
  const now = (): Date => new Date('2026-11-23T08:00:00Z')
  const assembler = createContextAssembler(
    { sessionStore: sessions, scope, contextTools: own, now },
    { model, framing },
  )
  const server = prefixServer(name)
  const seen = { requests: 0, cuts: 0, told: 0, heads: 0, handles: 0 }
  const session: Message[] = []
  let offered: ReadonlySet<string> = new Set()
  let shown = ''

  const say = async (...messages: readonly Message[]): Promise<void> => {
    session.push(...messages)
    await sessions.append(scope, 's', messages)
  }
  const ask = async (): Promise<void> => {
    const loaded = search.loaded(session, scope)
    const additionalTools = takesToolChanges ? search.definitions({ loaded, takesToolChanges, scope }) : []
    const context = await assembler.assemble('s', undefined, { window: 11_000, additionalTools })
    const { total, reserve } = context.report.tokens
    expect(total + reserve).toBeLessThanOrEqual(11_000)
    const { request } = format.encode(context, { model })
    expect(validate(name, request).filter(({ level }) => level === 'error')).toEqual([])
    const reply = server.send(request)
    expect(reply.status).toBe(200)
    seen.requests++
    if (context.report.run?.cut) {
      seen.cuts++
      expect(context.report.run.cut.reason).toBe('window')
    } else if (seen.requests > 1) expect(reply.prefix).toMatchObject({ extends: true })
    if (context.report.run?.tools) seen.told++
    offered = offeredIn(context.tools, context.messages)
    shown = JSON.stringify(context.messages)
    expect(shown).not.toMatch(/step 200 of/)
  }
  /** Calls a tool that the last request has offered, and sends its result. */
  const use = async (id: string, tool: string, input: object): Promise<string> => {
    expect([...offered]).toContain(tool)
    const found = workshop.find((one) => one.name === tool)
    const output =
      found !== undefined
        ? { type: 'text' as const, value: String(await found.execute?.(input as never, {} as never)) }
        : tool === 'find_tool'
          ? await search.findTool.execute(input, { scope })
          : await own.handle(tool, input)
    expect(output.type).toBe('text')
    await say(call(id, tool, input), {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: id, toolName: tool, output }],
    })
    await ask()
    return output.value
  }

  for (let turn = 0; turn < turns; turn++) {
    const wanted = workshop[(turn * 37) % workshop.length]?.name as string
    await say({
      role: 'user',
      content: `Please ${wanted.split('__').reverse().join(' ')}. ${'Take your time. '.repeat(20)}`,
    })
    await ask()
    const listed = await use(`f${turn}`, 'find_tool', { query: wanted.split('__').reverse().join(' ') })
    expect(listed).toContain(`"${wanted}"`)
    if (takesToolChanges) await use(`c${turn}`, wanted, { turn })
    else await use(`c${turn}`, 'call_tool', { name: wanted, input: { turn } })
    const [, handle = ''] = shown.match(/.*read_result \{\\"handle\\":\\"(blob:[a-z2-7]{26})\\"\}/) ?? []
    expect(handle).not.toBe('')
    seen.heads++
    const read = await use(`r${turn}`, 'read_result', { handle, pattern: '^SECRET' })
    expect(read).toContain(`451: ${secretOf(wanted, turn)}`)
    if (turn % 6 === 5) {
      expect(await use(`n${turn}`, 'find_tool', { query: 'water the plants on the balcony' })).toMatch(/^No tool fits/)
    }
    await say({ role: 'assistant', content: `Done ${turn}.` })
  }
  expect(seen.requests).toBeGreaterThanOrEqual(4 * turns)
  expect(seen.cuts).toBeGreaterThan(0)
  expect(seen.told > 0).toBe(takesToolChanges)

  // What a request only names is one call away: by the number of its message, or by a search of the session.
  await say({ role: 'user', content: 'What were the secrets?' })
  await ask()
  const numbers = new Set([
    ...[...shown.matchAll(/to read: read_result \{\\\\?"handle\\\\?":\\\\?"m(\d+)/g)].map(([, n]) => Number(n)),
    ...[...shown.matchAll(/\\n#(\d+) /g)].map(([, n]) => Number(n)),
  ])
  const results = session.flatMap(({ role, content }, position) => (role === 'tool' ? [{ content, position }] : []))
  for (const { content, position } of results.filter((one) => numbers.has(one.position))) {
    const [part] = content as readonly { readonly output: { readonly value: string } }[]
    const { value } = await own.handle('read_result', { handle: `m${position}`, lines: '1-2' })
    expect(value).toContain(part?.output.value.split('\n')[0])
    seen.handles++
  }
  expect(seen.handles).toBeGreaterThan(2)
  const first = workshop[0]?.name as string
  const anywhere = await own.handle('read_result', { handle: 'session', pattern: `SECRET of ${first} in 0:` })
  expect(anywhere.value).toContain(secretOf(first, 0))
  expect(await contentsOf(blobs, scope)).toHaveLength(turns)
  await sessions.delete(scope, 's')
  expect((await blobs.list(scope, 's')).blobs).toEqual([])
})
