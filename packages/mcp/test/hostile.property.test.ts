import { createHash } from 'node:crypto'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'
import { type Agent, makeAgent, makeServer, secrets } from './support/agent.ts'

// 1,000 requests in each run; more in the nightly: LAMELLA_REQUESTS=20000.
const numRuns = Number(process.env['LAMELLA_REQUESTS'] ?? 1_000)

const segments = fc.constantFrom(
  ...['..', '%2e%2e', '%252e%252e', '.', '', 'tax', 'secret', 'up', 'link.txt', 'references', 'rates.md', 'SKILL.md'],
  ...[
    'passwd.txt',
    'agent',
    '.env',
    'sibling.txt',
    '..%2f..',
    '..\\..',
    'C:',
    '%00',
    '\0',
    'etc',
    'skills',
    '__proto__',
  ],
  ...['chat-1', 'chat-2', 'umbrella', 'bob', '\ud800', 'x'.repeat(3_000)],
)
const aimed = fc.constantFrom(
  ...[
    '.env',
    'link.txt',
    'up/.env',
    'up/sibling.txt',
    'up/passwd.txt',
    '../secret/SKILL.md',
    '../../sibling.txt',
    '../../.env',
  ],
  ...[
    '../../../passwd.txt',
    'references/../.env',
    'up/../../../passwd.txt',
    '/etc/passwd',
    'SKILL.md',
    'references/rates.md',
  ],
)
const anyPath = fc.array(segments, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'))
const path = fc.oneof({ weight: 3, arbitrary: aimed }, { weight: 1, arbitrary: anyPath })
const uri = fc
  .tuple(
    fc.constantFrom(
      'skill://tax/',
      'skill://secret/',
      'skill://',
      'skill:///',
      'lamella://memory/',
      'lamella://sessions/',
      'file://',
      'file:///',
      '',
    ),
    path,
    fc.constantFrom('', '?before=1', '?before=-1', '?tenant=umbrella', '#x'),
  )
  .map((parts) => parts.join(''))
const word = fc.oneof(
  fc.constantFrom(
    'chat-2',
    'umbrella',
    'bob',
    secrets.bob.slice(0, 8),
    'SENTINEL',
    'door code',
    'tea',
    '*',
    '%',
    "' OR 1=1 --",
  ),
  path,
  fc.string({ unit: codePoint, maxLength: 30 }),
  fc.constant('y'.repeat(100_000)),
)
const key = fc.constantFrom(
  ...['name', 'skill', 'path', 'query', 'limit', 'text', 'id', 'offset', 'tags', 'importance'],
  ...['scope', 'tenant', 'user', 'session', 'agent', 'kind', 'allow', '__proto__', 'constructor', 'prototype'],
)
const value = fc.oneof(
  { weight: 5, arbitrary: word },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant({ tenant: 'umbrella', user: 'bob', kind: 'private' }) },
)
type Entries = readonly (readonly [string, unknown])[]

/** Like parsed JSON: `__proto__` is an own key. */
const parsed = (entries: Entries): unknown =>
  JSON.parse(`{${entries.map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given)}`).join(',')}}`)
const entry = fc.tuple(key, value)
const args = fc.array(entry, { maxLength: 4 }).map(parsed)

const skill = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('tax', 'tax', 'tax', 'secret') },
  { weight: 1, arbitrary: word },
)
/** The parameters that a tool takes: most calls must get past the check of the input. */
const shapes: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  load_skill: { name: skill },
  read_skill_file: { skill, path },
  search_memory: { query: word },
  recall: { query: word },
  remember: { text: word },
  forget: { id: word },
  constructor: { name: word },
}
// Files are where a path could be crossed.
const called = fc.constantFrom(...Object.keys(shapes), 'read_skill_file', 'read_skill_file')
const call = called.chain((name) =>
  fc
    .tuple(fc.record({ ...shapes[name] }), fc.array(entry, { maxLength: 1 }), fc.integer({ min: 0, max: 4 }))
    .map(([fitting, [extra], chance]) => {
      const given: Entries = [...Object.entries(fitting), ...(extra && chance === 0 ? [extra] : [])]
      return { method: 'tools/call', params: { name, arguments: parsed(given) } }
    }),
)
const params = fc.oneof(
  { weight: 6, arbitrary: call },
  {
    weight: 1,
    arbitrary: fc.record({ method: fc.constant('tools/call'), params: fc.record({ name: word, arguments: args }) }),
  },
  { weight: 4, arbitrary: fc.record({ method: fc.constant('resources/read'), params: fc.record({ uri }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constantFrom('skills/get', 'resources/directory/read'),
      params: fc.record({ uri }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant('prompts/get'),
      params: fc.record({ name: fc.constantFrom('context', 'constructor'), arguments: args }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom(
        'tools/list',
        'resources/list',
        'skills/list',
        'resources/templates/list',
        'prompts/list',
        'logging/setLevel',
      ),
      params: fc.record({ cursor: word }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ method: word, params: args }) },
)
/** Requests, and messages that are none. */
const message = fc.oneof(
  { weight: 9, arbitrary: params.map((request): object => ({ jsonrpc: '2.0', ...request })) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((junk): object => ({ jsonrpc: '2.0', result: junk })) },
)

/** Returns the names, links and contents of all files, as one hash. */
async function stateOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => !entry.isDirectory(),
  )
  const paths = names
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  for (const { entry, path: at } of paths) {
    hash.update(at).update(entry.isSymbolicLink() ? await readlink(at) : await readFile(at))
  }
  return hash.digest('hex')
}

/** Sends messages as they are, and returns what comes back. */
async function open(agent: Agent) {
  const [near, far] = InMemoryTransport.createLinkedPair()
  await makeServer(agent)().connect(far)
  await near.start()
  const waiting = new Map<unknown, (answer: string) => void>()
  let seen = ''
  near.onmessage = (answer) => {
    const text = JSON.stringify(answer)
    seen += text
    waiting.get((answer as { readonly id?: unknown }).id)?.(text)
  }
  let ids = 0
  const ask = (one: object): Promise<string> => {
    const id = ++ids
    const answered = new Promise<string>((resolve) => waiting.set(id, resolve))
    void near.send({ ...one, id } as never)
    return 'result' in one ? Promise.resolve('') : answered
  }
  await ask({
    jsonrpc: '2.0',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'hostile', version: '1' } },
  })
  return { ask, all: () => seen, close: () => near.close() }
}

test('no request crosses a path, a scope or a permission', async () => {
  const agent = await makeAgent()
  const { ask, all, close } = await open(agent)
  const before = await stateOf(agent.folder)
  let answers = 0
  let results = 0
  await fc.assert(
    fc.asyncProperty(message, async (one) => {
      const answer = await ask(one)
      if (answer !== '') answers++
      if (answer.includes('"result"')) results++
      for (const secret of Object.values(secrets)) expect(answer).not.toContain(secret)
      expect(answer).not.toContain(agent.folder)
      // A page and its frame: nothing that a client asks for is answered without a limit.
      expect(answer.length).toBeLessThan(120_000)
    }),
    { numRuns, endOnFailure: true },
  )
  // The server still answers, and the requests were not all refused before they reached anything.
  const tax = await ask({
    jsonrpc: '2.0',
    method: 'tools/call',
    params: { name: 'load_skill', arguments: { name: 'tax' } },
  })
  expect(tax).toContain('Take form 12.')
  expect(answers).toBeGreaterThan(0)
  expect(results).toBeGreaterThan(0)
  await close()
  for (const secret of Object.values(secrets)) expect(all()).not.toContain(secret)
  expect(await stateOf(agent.folder)).toBe(before)
  expect((await agent.sessions.list({ tenant: 'acme', user: 'ada' })).sessions.map(({ length }) => length)).toEqual([2])
  expect(agent.errors).toEqual([])
})
