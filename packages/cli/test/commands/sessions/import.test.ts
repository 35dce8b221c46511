import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixture, lamella } from '../../support/lamella.ts'
import { fill, kinds, local, say, storeWithChat, tempFolder } from '../../support/stores.ts'

const strange = 'one\u2028two\u2029three\u0085four\u001b[2J\r\nfive 🦊 "six" \u0000'
const other = { data: 'agent.db', 'agent.db': 'data' } as const

describe.each(kinds)('lamella sessions export and import of %s', (kind) => {
  it('moves a session to the other kind of store, byte for byte', async () => {
    const from = await storeWithChat(kind)
    await fill(from, (sessions) => sessions.append(local, 'chat', [say(strange)], { operation: strange }))
    const folder = await tempFolder()
    const file = join(folder, 'chat.jsonl')
    const into = join(folder, other[kind])
    expect(await lamella(['sessions', 'export', from, 'chat', '-o', file])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await lamella(['sessions', 'import', into, file])).toEqual({
      code: 0,
      stdout: "Imported 'chat': 7 messages, revision 5.\n",
      stderr: '',
    })
    const exported = await readFile(file, 'utf8')
    expect((await lamella(['sessions', 'export', from, 'chat'])).stdout).toBe(exported)
    expect((await lamella(['sessions', 'export', into, 'chat'])).stdout).toBe(exported)
  })

  it('escapes control characters that a terminal would interpret', async () => {
    const store = await storeWithChat(kind)
    await fill(store, (sessions) => sessions.append(local, 'chat', [say('a\u009b2Jb')]))
    const shown = await lamella(['sessions', 'export', store, 'chat'], { terminal: true })
    expect(shown.stdout).toContain('a\\u009b2Jb')
    expect((await lamella(['sessions', 'export', store, 'chat'])).stdout).toContain('a\u009b2Jb')
  })

  it('reads UTF-16 with its mark, in either byte order', async () => {
    const store = await storeWithChat(kind)
    const { stdout } = await lamella(['sessions', 'export', store, 'chat'])
    const little = Buffer.from(`\ufeff${stdout}`, 'utf16le')
    for (const [id, bytes] of [['le', little] as const, ['be', Buffer.from(little).swap16()] as const]) {
      const file = join(await tempFolder(), 'chat.jsonl')
      await writeFile(file, bytes)
      expect(await lamella(['sessions', 'import', store, file, '--as', id])).toMatchObject({ code: 0, stderr: '' })
      const again = (await lamella(['sessions', 'export', store, id])).stdout
      expect(again.split('\n').slice(1)).toEqual(stdout.split('\n').slice(1))
    }
  })

  it('reads standard input in pieces of any size, and renames the session on request', async () => {
    const store = await storeWithChat(kind)
    const { stdout } = await lamella(['sessions', 'export', store, 'chat'])
    const bytes = Buffer.from(stdout.replaceAll('\n', '\r\n'))
    const stdin = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => bytes.subarray(i * 7, i * 7 + 7))
    const { code, stderr } = await lamella(['sessions', 'import', store, '-', '--as', '../second'], { stdin })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const shown = await lamella(['sessions', 'show', store, '../second'])
    expect(shown.stdout).toMatch(/^\.\.\/second: 6 messages, revision 4\n/)
  })

  it('overwrites nothing', async () => {
    const store = await storeWithChat(kind)
    const file = join(await tempFolder({ 'there.jsonl': 'mine' }), 'there.jsonl')
    const twice = await lamella(['sessions', 'export', store, 'chat', '-o', file])
    expect(twice.stderr).toMatch(/^error \[EXPORT_UNWRITABLE\]: The file '.+' already exists/)
    expect(await readFile(file, 'utf8')).toBe('mine')
    const { stdout } = await lamella(['sessions', 'export', store, 'chat'])
    const again = await lamella(['sessions', 'import', store, '-'], { stdin: [stdout] })
    expect(again.code).toBe(1)
    expect(again.stderr).toMatch(/^error \[SESSION_EXISTS\]: .+\n {2}Import it under another id \(--as\)/)
    const messages = await lamella(['sessions', 'import', store, fixture('chat.jsonl'), '--as', 'chat'])
    expect(messages.stderr).toMatch(/^error \[SESSION_EXISTS\]/)
    expect((await lamella(['sessions', 'export', store, 'chat'])).stdout).toBe(stdout)
  })

  it('creates no file for a missing session', async () => {
    const file = join(await tempFolder(), 'none.jsonl')
    const { code, stderr } = await lamella(['sessions', 'export', await storeWithChat(kind), 'none', '-o', file])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[SESSION_MISSING\]/)
    expect(existsSync(file)).toBe(false)
  })

  it('rejects an incomplete export', async () => {
    const { stdout } = await lamella(['sessions', 'export', await storeWithChat(kind), 'chat'])
    const into = join(await tempFolder(), kind)
    const half = stdout.split('\n').slice(0, 4).join('\n')
    const { code, stderr } = await lamella(['sessions', 'import', into, '-'], { stdin: [half] })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error \[IMPORT_INVALID\]: .+\n {2}Import the complete output of `lamella sessions export`/)
    await fill(into, async (sessions) => expect(await sessions.info(local, 'chat')).toBeUndefined())
  })

  it('imports a file of messages, and reports what it omitted', async () => {
    const into = join(await tempFolder(), kind)
    const file = await chatWith('{"role":"system","content":"Be kind."}', 'not a message')
    const asked = await lamella(['sessions', 'import', into, file])
    expect(asked.code).toBe(2)
    expect(asked.stderr).toMatch(/--as <id>/)
    const done = await lamella(['sessions', 'import', into, file, '--as', 'cli_42'])
    expect(done).toMatchObject({ code: 0, stdout: "Imported 'cli_42': 4 messages, revision 1.\n" })
    expect(done.stderr).toMatch(/Line 2 .+ left out.*\n.*Use --keep-system to keep system messages/)
    const kept = await lamella(['sessions', 'import', into, file, '--as', 'kept', '--keep-system'])
    expect(kept.stdout).toMatch(/5 messages/)
    expect(kept.stderr).not.toMatch(/system/)
  })

  it('imports messages from standard input as from a file', async () => {
    const into = join(await tempFolder(), kind)
    const text = await readFile(fixture('chat.jsonl'), 'utf8')
    await lamella(['sessions', 'import', into, fixture('chat.jsonl'), '--as', 'file'])
    const done = await lamella(['sessions', 'import', into, '-', '--as', 'piped'], { stdin: [`\uFEFF\n\n${text}`] })
    expect(done).toEqual({ code: 0, stdout: "Imported 'piped': 4 messages, revision 1.\n", stderr: '' })
    const messages = async (id: string): Promise<unknown> =>
      JSON.parse((await lamella(['sessions', 'show', into, id, '--json'])).stdout).messages
    expect(await messages('piped')).toEqual(await messages('file'))
  })
})

describe('lamella sessions import', () => {
  it.each([
    ['a missing file', 'nowhere.jsonl', 'IMPORT_UNREADABLE'],
    ['a folder', '.', 'IMPORT_UNREADABLE'],
    ['a file that is not text', 'bytes.jsonl', 'IMPORT_UNREADABLE'],
    ['a file without messages', 'notes.txt', 'SESSION_FORM_OTHER'],
    ['an empty file', 'empty.txt', 'IMPORT_EMPTY'],
  ])('creates no store from %s', async (_, name, error) => {
    const folder = await tempFolder({ 'notes.txt': 'Hello\nthere', 'empty.txt': '\n' })
    await writeFile(join(folder, 'bytes.jsonl'), Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41]))
    const into = join(folder, 'agent.db')
    const { code, stderr } = await lamella(['sessions', 'import', into, join(folder, name), '--as', 'x'])
    expect(code).toBe(1)
    expect(stderr).toContain(`error [${error}]`)
    expect(existsSync(into)).toBe(false)
  })

  const said = { role: 'user', content: 'Fix the test' }
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'read', input: {} }] }
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'listen(4711)' }] }
  const written = (lines: readonly object[]): string => lines.map((line) => JSON.stringify(line)).join('\n')

  it.each([
    ['messages of Anthropic', written([said, call, result])],
    ['messages of Anthropic', JSON.stringify([said, call, result], undefined, 2)],
  ])('refuses %s by name, from a file and from standard input, and creates no store', async (form, text) => {
    const folder = await tempFolder({ 'chat.jsonl': text })
    const into = join(folder, 'agent.db')
    for (const [file, stdin] of [[join(folder, 'chat.jsonl'), undefined] as const, ['-', [text]] as const]) {
      const done = await lamella(['sessions', 'import', into, file, '--as', 'x'], stdin && { stdin })
      expect(done.code).toBe(1)
      expect(done.stderr).toMatch(/^error \[SESSION_FORM_OTHER\]: .+\n {2}Read its lines/)
      expect(done.stderr).toContain(form)
    }
    expect(existsSync(into)).toBe(false)
  })

  const claude = (uuid: string, parentUuid: string | null, type: string, message: object): object => {
    return { uuid, parentUuid, type, message, sessionId: 's1', isSidechain: false, timestamp: '2026-10-05T09:00:00Z' }
  }
  const session = written([
    claude('a', null, 'user', said),
    claude('b', 'a', 'assistant', { id: 'm1', ...call }),
    claude('c', 'b', 'user', result),
    claude('d', 'c', 'assistant', { id: 'm2', role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }] }),
    claude('e', 'd', 'assistant', { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'It is 4711.' }] }),
  ])

  it('imports a session of another program from a file and from standard input, and says what it left out', async () => {
    const folder = await tempFolder({ 's1.jsonl': session })
    const [file, into] = [join(folder, 's1.jsonl'), join(folder, 'agent.db')]
    const done = await lamella(['sessions', 'import', into, file])
    expect(done).toMatchObject({ code: 0, stdout: "Imported 's1': 4 messages, revision 1.\n" })
    expect(done.stderr).toMatch(/Left out: 1 × Parts with reasoning/)
    const piped = await lamella(['sessions', 'import', into, '-', '--as', 'piped'], { stdin: [session] })
    expect(piped.stdout).toBe("Imported 'piped': 4 messages, revision 1.\n")
    const { messages } = JSON.parse((await lamella(['sessions', 'show', into, 'piped', '--json'])).stdout)
    expect(messages.map(({ message }: { message: { role: string } }) => message.role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant'],
    ])
  })

  it('imports a session whose program is named, where the file does not show it', async () => {
    const folder = await tempFolder({ 'task.json': JSON.stringify([said, call, result]) })
    const [file, into] = [join(folder, 'task.json'), join(folder, 'agent.db')]
    const asked = await lamella(['sessions', 'import', into, file, '--from', 'cline'])
    expect(asked.stderr).toMatch(/--as <id>/)
    const done = await lamella(['sessions', 'import', into, file, '--from', 'cline', '--as', 'oil'])
    expect(done.stdout).toBe("Imported 'oil': 3 messages, revision 1.\n")
    const other = await lamella(['sessions', 'import', into, file, '--from', 'emacs'])
    expect(other.code).toBe(2)
    const missing = await lamella(['sessions', 'import', into, join(folder, 'no.jsonl'), '--from', 'pi', '--as', 'x'])
    expect(missing.stderr).toMatch(/^error \[IMPORT_UNREADABLE\]/)
  })

  it('refuses a file of which most lines are no messages', async () => {
    const folder = await tempFolder({ 'log.jsonl': written([said, { event: 'a' }, { event: 'b' }]) })
    const done = await lamella(['sessions', 'import', join(folder, 'agent.db'), join(folder, 'log.jsonl'), '--as', 'x'])
    expect(done.code).not.toBe(0)
    expect(done.stderr).toMatch(/^error \[SESSION_UNRECOGNIZED\]: .+ most of its lines are no messages\. Line 2 /)
    expect(existsSync(join(folder, 'agent.db'))).toBe(false)
  })

  it("recommends copy for a store's own file, because it keeps more", async () => {
    const store = await storeWithChat('data')
    const into = join(await tempFolder(), 'agent.db')
    const file = join(store, 'local/_/_/chat.jsonl')
    const { stdout, stderr } = await lamella(['sessions', 'import', into, file, '--as', 'x'])
    expect(stdout).toMatch(/6 messages, revision 1/)
    expect(stderr).toMatch(/Use `lamella sessions copy` to keep them/)
  })
})

async function chatWith(...lines: readonly string[]): Promise<string> {
  const chat = await readFile(fixture('chat.jsonl'), 'utf8')
  return join(await tempFolder({ 'chat.jsonl': [...lines, chat].join('\n') }), 'chat.jsonl')
}

describe('an export with several conversations', () => {
  const said = (text: string) => ({ author: { role: 'user' }, content: { content_type: 'text', parts: [text] } })
  const conversation = (id: string, message: object | null) => ({
    conversation_id: id,
    title: id,
    current_node: 'a',
    mapping: { a: { id: 'a', parent: null, children: [], message } },
  })
  const write = async (...conversations: readonly object[]) => {
    const folder = await tempFolder({ 'conversations.json': JSON.stringify(conversations) })
    return join(folder, 'conversations.json')
  }

  it('is imported without those in which nothing was said, and a later one without those that are there', async () => {
    const store = join(await tempFolder(), 'data')
    const first = await write(
      conversation('c1', said('One.')),
      conversation('c2', null),
      conversation('c3', said('Three.')),
    )
    expect(await lamella(['sessions', 'import', store, first])).toEqual({
      code: 0,
      stdout: "Imported 'c1': 1 message, revision 1.\nImported 'c3': 1 message, revision 1.\n",
      stderr: 'Left out: 1 × Conversations without messages.\n',
    })
    const later = await write(conversation('c1', said('One.')), conversation('c4', said('Four.')))
    expect(await lamella(['sessions', 'import', store, later])).toEqual({
      code: 0,
      stdout: "Imported 'c4': 1 message, revision 1.\n",
      stderr: "Left out: 'c1' exists already.\n",
    })
  })

  it('is an error if nothing was said in any', async () => {
    const file = await write(conversation('c1', null), conversation('c2', null))
    const { code, stderr } = await lamella(['sessions', 'import', join(await tempFolder(), 'data'), file])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error \[IMPORT_EMPTY\]/)])
  })
})
