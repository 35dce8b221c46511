import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { run } from '../../src/run.ts'
import { fixture, lamella } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Runs `lamella mcp` and sends it messages, one after the answer to the other. */
async function ask(argv: readonly string[], messages: readonly object[]): Promise<readonly Record<string, unknown>[]> {
  const stdin = new PassThrough()
  const answers: Record<string, unknown>[] = []
  let answered = (): void => {}
  const stdout = {
    write: (text: string) => {
      answers.push(JSON.parse(text))
      answered()
    },
  }
  const stderr = { write: () => {} }
  const now = (): Date => new Date('2026-03-13T09:30:00Z')
  const ended = run(['mcp', ...argv], { stdin, stdout, stderr, env: {}, now, interrupted: () => new Promise(() => {}) })
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  for (const [id, message] of [{ method: 'initialize', params: hello }, ...messages].entries()) {
    const next = new Promise<void>((resolve) => {
      answered = resolve
    })
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`)
    await next
  }
  stdin.end()
  expect(await ended).toBe(0)
  return answers
}

const list = { method: 'tools/list', params: {} }

it('serves a workspace over standard input and output until the input ends', async () => {
  const load = { method: 'tools/call', params: { name: 'search_memory', arguments: { query: 'launch' } } }
  const [hello, tools, found] = await ask([fixture('agent')], [list, load])
  expect(hello).toMatchObject({ id: 0, result: { serverInfo: { name: 'lamella', version } } })
  expect(tools).toMatchObject({
    result: {
      tools: [{ name: 'load_skill' }, { name: 'read_skill_file' }, { name: 'find_skill' }, { name: 'search_memory' }],
    },
  })
  expect(found).toMatchObject({ id: 2, result: { content: [{ type: 'text' }] } })
})

it('serves the guides of the packages that a project has installed', async () => {
  const project = await tempFolder()
  const core = join(project, 'node_modules/@lamella/core')
  await mkdir(join(core, 'docs/recipes'), { recursive: true })
  await mkdir(join(project, 'src'))
  await writeFile(
    join(core, 'package.json'),
    '{ "name": "@lamella/core", "version": "0.1.0", "description": "The builder" }',
  )
  await writeFile(join(core, 'README.md'), '# Core\n\nIt builds.')
  await writeFile(join(core, 'docs/recipes/one.md'), 'A recipe.')
  await writeFile(join(project, 'secret.md'), 'Not for clients.')
  const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } })
  const [, tools, readme, guide, other] = await ask(
    ['--docs', join(project, 'src')],
    [
      list,
      call('load_skill', { name: 'lamella-core' }),
      call('read_skill_file', { skill: 'lamella-core', path: 'docs/recipes/one.md' }),
      call('read_skill_file', { skill: 'lamella-core', path: '../../../secret.md' }),
    ],
  )
  expect(tools).toMatchObject({ result: { tools: [{ name: 'load_skill' }, { name: 'read_skill_file' }] } })
  expect(JSON.stringify(readme)).toContain('It builds.')
  expect(JSON.stringify(readme)).toContain('docs/recipes/one.md')
  expect(JSON.stringify(guide)).toContain('A recipe.')
  expect(JSON.stringify(other)).not.toContain('Not for clients.')
})

it('says what to install if a project has no package with guides', async () => {
  const { code, stderr } = await lamella(['mcp', '--docs', await tempFolder()])
  expect(code).toBe(1)
  expect(stderr).toMatch(/No package of Lamella is installed in .*\n.*Install one, such as @lamella\/core/s)
})

it('needs a workspace, unless it serves guides', async () => {
  const { code, stderr } = await lamella(['mcp'])
  expect(code).not.toBe(0)
  expect(stderr).toContain("missing required argument 'workspace'")
})

it('lets clients write only with --allow-write', async () => {
  const path = await tempFolder()
  const remember = { method: 'tools/call', params: { name: 'remember', arguments: { text: 'Ada has a dog.' } } }
  const [, refused] = await ask([path], [remember])
  expect(refused).toHaveProperty('error')
  const [, done] = await ask([path, '--allow-write', '--tenant', 'acme'], [remember])
  expect(done).toMatchObject({ result: { content: [{ text: expect.stringContaining('Remembered') }] } })
  expect(readFileSync(`${path}/MEMORY.md`, 'utf8')).toContain('Ada has a dog.')
})

it('serves over HTTP, for this machine only unless there is a token', async () => {
  const { code, stderr } = await lamella(['mcp', fixture('agent'), '--http', '--tenant', 'acme'])
  expect(code).toBe(0)
  expect(stderr).toMatch(/serving tenant 'acme' at http:\/\/127\.0\.0\.1:\d+\/mcp/)
  const open = await lamella(['mcp', fixture('agent'), '--http', '--host', '0.0.0.0'])
  expect(open.code).toBe(1)
  expect(open.stderr).toContain('MCP_TOKEN_REQUIRED')
})

it('says that a workspace or a store is missing', async () => {
  expect((await lamella(['mcp', 'nowhere'])).stderr).toContain('WORKSPACE_NOT_FOUND')
  expect((await lamella(['mcp', fixture('agent'), '--sessions', 'nowhere'])).stderr).toContain('STORE_MISSING')
})

it('tells somebody at a terminal that it waits for a client, and nobody else', async () => {
  const atTerminal = await lamella(['mcp', fixture('agent')], { person: true })
  expect(atTerminal.stderr).toContain('waiting for an MCP client on standard input')
  expect((await lamella(['mcp', fixture('agent')])).stderr).toBe('')
})

it('says at a terminal how to set a token', async () => {
  const { code, stderr } = await lamella(['mcp', fixture('agent'), '--http', '--host', '0.0.0.0'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error \[MCP_TOKEN_REQUIRED\]: Others can reach .+\n {2}Set LAMELLA_MCP_TOKEN .+--host\.\n$/)
})

it.each([
  [['--port', '8080'], {}, '--port is for --http'],
  [['--allow-host', 'docs.internal'], {}, '--allow-host is for --http'],
  [['--http'], { LAMELLA_MCP_TOKEN: 'short' }, 'LAMELLA_MCP_TOKEN needs at least 16 characters'],
  [['--http', '--port', '99999'], {}, 'Use a port, 0 to 65535'],
] as const)('refuses %j', async (options, env, what) => {
  const { code, stderr } = await lamella(['mcp', fixture('agent'), ...options], { env })
  expect(code).toBe(2)
  expect(stderr).toContain(what)
})
