import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openSession } from '@lamella/store'
import { describe, expect, it } from 'vitest'
import { fixture, lamella } from '../support/lamella.ts'
import { fill, kinds, local, say, storeWithChat, tempFolder } from '../support/stores.ts'

const agent = fixture('agent')
const summary = '[Summary of messages 1 to 2 of this conversation]\nThey greeted.'

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

async function build(...options: readonly string[]): Promise<Body & { readonly stderr: string }> {
  const { code, stdout, stderr } = await lamella(['build', agent, ...options])
  expect(code, stderr).toBe(0)
  return { ...JSON.parse(stdout), stderr }
}

const contents = ({ messages }: Body): readonly unknown[] => messages.slice(1).map(({ content }) => content)

describe.each(kinds)('a session of a store (%s)', (kind) => {
  it('is built from the store, with the summary instead of the messages it replaces', async () => {
    const store = await storeWithChat(kind)
    const body = await build('--session', store, '--session-id', 'chat')
    expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user', 'assistant', 'tool', 'assistant'])
    expect(contents(body)[0]).toBe(summary)
    expect(JSON.stringify(body)).not.toContain('Hi!')
    expect(contents(await build('--session', store))).toEqual(contents(body))
  })

  it('produces the same request from its export as from the store', async () => {
    const store = await storeWithChat(kind)
    const file = join(await tempFolder(), 'chat.jsonl')
    await lamella(['sessions', 'export', store, 'chat', '-o', file])
    const exported = await build('--session', file)
    expect(exported.stderr).toBe('')
    expect(contents(exported)).toEqual(contents(await build('--session', store)))
  })

  it('shows a summary that only one provider can read to that one alone, from the store and from its export', async () => {
    const store = join(await tempFolder(), kind)
    const native = { format: 'anthropic', content: { type: 'compaction', content: 'opaque' }, opaque: true }
    await fill(store, async (sessions) => {
      await sessions.append(local, 'chat', [say('Hello'), { role: 'assistant', content: 'Hi!' }, say('Beans?')])
      await sessions.compactions.add(local, 'chat', { start: 0, end: 2, text: 'They greeted.', native })
    })
    const file = join(await tempFolder(), 'chat.jsonl')
    await lamella(['sessions', 'export', store, 'chat', '-o', file])
    for (const path of [store, file]) {
      const report = async (...options: readonly string[]): Promise<{ kept: number }> => {
        const { code, stdout, stderr } = await lamella(['explain', agent, '--session', path, '--json', ...options])
        expect(code, stderr).toBe(0)
        return JSON.parse(stdout).layers.history
      }
      expect(contents(await build('--session', path))).toEqual(['Hello', 'Hi!', 'Beans?'])
      expect((await report()).kept).toBe(3)
      expect((await report('--format', 'anthropic')).kept).toBe(2)
    }
  })

  it('must be selected if there are several, and must exist', async () => {
    const store = await storeWithChat(kind)
    await fill(store, (sessions) => sessions.append(local, 'other', [say('Hello')]))
    const several = await lamella(['build', agent, '--session', store])
    expect(several).toMatchObject({ code: 2, stdout: '' })
    expect(several.stderr).toMatch(/^error \[SESSION_NOT_NAMED\]: .*: chat, other\.\n {2}.*--session-id <id>/)
    const unknown = await lamella(['build', agent, '--session', store, '--session-id', 'cat'])
    expect(unknown.stderr).toMatch(/^error \[SESSION_MISSING\]/)
    const elsewhere = await lamella(['build', agent, '--session', store, '--tenant', 'acme'])
    expect(elsewhere).toMatchObject({ code: 2, stdout: '' })
    expect(elsewhere.stderr).toMatch(/no session of tenant 'acme'.*\n {2}.*--tenant/)
  })
})

describe('--session', () => {
  it("shows a store's file like the store itself", async () => {
    const store = await storeWithChat('data')
    const body = await build('--session', join(store, 'local/_/_/chat.jsonl'))
    expect(contents(body)).toEqual(contents(await build('--session', store)))
  })

  it('names a file of another agent, and says what to do', async () => {
    const line = { type: 'user', sessionId: 's1', message: { role: 'user', content: 'Fix the test' } }
    const file = join(await tempFolder({ 'log.jsonl': JSON.stringify(line) }), 'log.jsonl')
    const { code, stderr } = await lamella(['explain', agent, '--session', file])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error \[SESSION_UNRECOGNIZED\]: .+ it is a session of Claude Code\.\n {2}Read it with/)
  })

  it.each([
    ['prose', '# Notes\n\nBuy milk.\n'],
    ['one JSON list', '[{"role":"user","content":"Hello"}]'],
    ['lines that are not messages', '{"a":1}\n{"b":2}\n'],
    ['binary data', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe])],
  ])('rejects %s as an invalid command line', async (_, content) => {
    const file = join(await tempFolder(), 'notes.md')
    await writeFile(file, content)
    for (const command of ['build', 'explain']) {
      const { code, stdout, stderr } = await lamella([command, agent, '--session', file])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^error \[SESSION_UNRECOGNIZED\]: '.+notes\.md' is not a session: .+\n {2}Pass JSONL/)
    }
  })

  it.each(['build', 'explain', 'context'])('rejects a database that is damaged: %s', async (command) => {
    const file = join(await tempFolder(), 'agent.db')
    await writeFile(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4_000, 7)]))
    const { code, stdout, stderr } = await lamella([command, agent, '--session', file])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^error \[SESSION_UNRECOGNIZED\]: '.+agent\.db' has no session that can be read: .+\n {2}Restore/,
    )
  })

  it.each(['build', 'explain', 'context'])('rejects a file of which most is something else: %s', async (command) => {
    const lines = ['{"role":"user","content":"Hello"}', '{"event":"start"}', '{"event":"end"}'].join('\n')
    const file = join(await tempFolder({ 'log.jsonl': lines }), 'log.jsonl')
    const { code, stdout, stderr } = await lamella([command, agent, '--session', file])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error \[SESSION_UNRECOGNIZED\]: .+ most of its lines are no messages\. Line 2 /)
  })

  it('rejects a file that is not there', async () => {
    const { code, stderr } = await lamella(['explain', agent, '--session', join(await tempFolder(), 'none.jsonl')])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[SESSION_UNREADABLE\]: .+\(it does not exist\)/)
  })

  it('treats an empty file as a conversation that has not begun', async () => {
    const file = join(await tempFolder({ 'new.jsonl': '' }), 'new.jsonl')
    expect(contents(await build('--session', file, '--message', 'Hello'))).toEqual(['Hello'])
  })

  it('rejects an incomplete export', async () => {
    const { stdout } = await lamella(['sessions', 'export', await storeWithChat('data'), 'chat'])
    const file = join(await tempFolder({ 'half.jsonl': stdout.split('\n').slice(0, 3).join('\n') }), 'half.jsonl')
    const { code, stderr } = await lamella(['explain', agent, '--session', file])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error \[SESSION_UNRECOGNIZED\]: '.+half\.jsonl' is not a whole session: /)
  })
})

describe.skipIf(process.platform === 'win32')('a path that is not a regular file', () => {
  const pipe = async (): Promise<string> => {
    const path = join(await tempFolder(), 'pipe.json')
    await promisify(execFile)('mkfifo', [path])
    return path
  }

  it.each([
    ['--tools', 'TOOLS_UNREADABLE'],
    ['--session', 'SESSION_UNREADABLE'],
  ])('is rejected at once by %s', async (option, error) => {
    for (const path of [await pipe(), '/dev/zero', await tempFolder({ 'x/y': '' })]) {
      const { code, stderr } = await lamella(['build', agent, option, path])
      expect(code).toBeGreaterThan(0)
      if (path === '/dev/zero' || path.endsWith('.json')) {
        expect(stderr).toMatch(new RegExp(`^error \\[${error}\\]: .*(pipe|device)`))
      }
    }
  })

  it('is rejected at once by import, and as a store', async () => {
    const store = join(await tempFolder(), 'agent.db')
    for (const path of [await pipe(), '/dev/zero']) {
      const imported = await lamella(['sessions', 'import', store, path, '--as', 'x'])
      expect(imported).toMatchObject({ code: 1, stdout: '' })
      expect(imported.stderr).toMatch(/^error \[IMPORT_UNREADABLE\]: .*it is a pipe, a socket or a device/)
      const listed = await lamella(['sessions', 'list', path])
      expect(listed.stderr).toMatch(/^error \[STORE_UNKNOWN\]/)
    }
  })
})

describe('standard input that does not end', () => {
  const endless = (text: string): readonly Uint8Array[] => {
    const piece = Buffer.alloc(1024 * 1024, text)
    return {
      *[Symbol.iterator]() {
        for (;;) yield piece
      },
    } as unknown as readonly Uint8Array[]
  }

  it.each([
    ['a message', ['build', agent, '--message', '-'], 'x'],
    ['a line of an import', ['sessions', 'import', 'STORE', '-', '--as', 'x'], '\0'],
    ['lines of an import', ['sessions', 'import', 'STORE', '-', '--as', 'x'], `${' '.repeat(1023)}\n`],
  ])('is rejected as %s once it is too large', async (_, argv, text) => {
    const store = join(await tempFolder(), 'data')
    const { code, stderr } = await lamella(
      argv.map((one) => (one === 'STORE' ? store : one)),
      { stdin: endless(text) },
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[INPUT_TOO_LARGE\]: Standard input .* larger than \d+ [MG]iB\./)
  })
})

describe('a session that openSession shows', () => {
  it('produces the same request on the command line', async () => {
    const store = await storeWithChat('agent.db')
    await fill(store, async (sessions) => {
      const session = await openSession(sessions, local, 'chat')
      const shown = await session.read(0, session.length, { signal: new AbortController().signal })
      expect(contents(await build('--session', store)).length).toBe(shown.length)
    })
  })
})

it('--session-id without a store is an error, because it would have no effect', async () => {
  const file = join(await tempFolder(), 'chat.jsonl')
  await writeFile(file, '{"role":"user","content":"Hello"}\n')
  for (const given of [['--session', file], []]) {
    const { code, stderr } = await lamella(['build', agent, ...given, '--session-id', 'chat'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error \[SESSION_NOT_NAMED\]: .*--session-id has no meaning\./)
  }
})
