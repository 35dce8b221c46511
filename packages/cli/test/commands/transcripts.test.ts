import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fixture, lamella } from '../support/lamella.ts'
import { tempFolder } from '../support/stores.ts'

type Fields = Record<string, unknown>

const usage = { input_tokens: 10, cache_creation_input_tokens: 1_000, cache_read_input_tokens: 0, output_tokens: 50 }
const later = { input_tokens: 10, cache_creation_input_tokens: 990, cache_read_input_tokens: 0, output_tokens: 20 }

/** A session of Claude Code: a question, a call, its result, and an answer ten minutes later. */
function claude(model = 'claude-sonnet-5-5'): string {
  const line = (uuid: string, parentUuid: string | null, minute: number, rest: Fields): string =>
    JSON.stringify({
      uuid,
      parentUuid,
      sessionId: 's1',
      isSidechain: false,
      timestamp: `2026-10-05T09:${String(minute).padStart(2, '0')}:00.000Z`,
      ...rest,
    })
  const call = { type: 'tool_use', id: 't1', name: 'Read', input: { path: 'oil.txt' } }
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'linseed '.repeat(100) }
  return [
    line('a', null, 0, { type: 'user', message: { role: 'user', content: 'Which \u001b[31moil for the gate?' } }),
    line('b', 'a', 1, { type: 'assistant', message: { id: 'm1', role: 'assistant', model, content: [call], usage } }),
    line('c', 'b', 1, { type: 'user', message: { role: 'user', content: [result] } }),
    line('d', 'c', 11, {
      type: 'assistant',
      message: { id: 'm2', role: 'assistant', model, content: [{ type: 'text', text: 'Linseed.' }], usage: later },
    }),
  ].join('\n')
}

describe('lamella inspect of sessions of other programs', () => {
  it('lists those of a folder with size, requests and cost', async () => {
    const folder = await tempFolder({
      's1.jsonl': claude(),
      's2.jsonl': claude('of-tomorrow'),
      'notes.json': '{"a":1}',
    })
    const { code, stdout, stderr } = await lamella(['inspect', folder])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const rows = stdout.split('\n').filter((row) => row.includes('Claude Code'))
    expect(rows).toHaveLength(2)
    // 20 × 2 + 1,990 × 2.5 + 70 × 10, in dollars for a million.
    expect(stdout).toMatch(/^2 sessions, \$0\.0057\n/)
    expect(stdout).toMatch(/Which \[31moil for the gate\? .+ 2 {2}.+1,000 .+ unknown/)
    expect(stdout).toContain('No price is known for of-tomorrow.')
  })

  it('reports one with more requests than a function takes arguments', async () => {
    const countOf = (input: number): Fields => {
      const usage = { input_tokens: input, cached_input_tokens: 0, output_tokens: 1, total_tokens: input + 1 }
      const info = { last_token_usage: usage, total_token_usage: usage, model_context_window: 200_000 }
      return { type: 'event_msg', payload: { type: 'token_count', info } }
    }
    const lines = [
      { type: 'session_meta', payload: { id: 's1', cwd: '/', originator: 'codex', cli_version: '0.1' } },
      {
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
      },
      ...Array.from({ length: 130_000 }, (_, number) => countOf(number)),
    ]
    const folder = await tempFolder({
      's1.jsonl': lines.map((line) => JSON.stringify({ timestamp: '2026-10-05T09:00:00.000Z', ...line })).join('\n'),
    })
    const { code, stdout, stderr } = await lamella(['inspect', join(folder, 's1.jsonl')])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('130,000 requests')
  })

  it('reports what fills the window of one, its requests and its cache misses', async () => {
    const folder = await tempFolder({ 's1.jsonl': claude() })
    const { stdout } = await lamella(['inspect', join(folder, 's1.jsonl')])
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toMatch(/results of Read +1 +\d+ +\d+\.\d % +line 3/)
    expect(stdout).toMatch(/\n +2 {2}2026-10-05 09:01 {2}path .+ 1,010 .+\$0\.0030\n/)
    expect(stdout).toMatch(/\n +4 +1,000 +990 +\$0\.0024 {2}a pause longer than the cache \(10 min\)\n/)
    expect(stdout).toContain('The file does not have the system prompt and the tool definitions')
  })

  it('prints the same as JSON', async () => {
    const folder = await tempFolder({ 's1.jsonl': claude() })
    const list = JSON.parse((await lamella(['inspect', folder, '--json'])).stdout)
    expect(list).toMatchObject([{ id: 's1', program: 'Claude Code', sum: { requests: 2, cacheWrite: 1_990 } }])
    const one = JSON.parse((await lamella(['inspect', join(folder, 's1.jsonl'), '--json'])).stdout)
    expect(one.path).toHaveLength(4)
  })

  it('says what a compaction lost that its summary does not name', async () => {
    const lines = [
      { type: 'session', version: 3, id: 'p1', cwd: '/garden' },
      { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'The order is GX-4711.' } },
      { type: 'compaction', id: 'b', parentId: 'a', summary: 'An order was named.', firstKeptEntryId: 'b' },
      { type: 'message', id: 'c', parentId: 'b', message: { role: 'user', content: 'And now?' } },
    ]
    const folder = await tempFolder({
      'p.jsonl': lines.map((line) => JSON.stringify({ timestamp: '2026-10-05T09:00:00.000Z', ...line })).join('\n'),
    })
    const { stdout } = await lamella(['inspect', join(folder, 'p.jsonl')])
    expect(stdout).toMatch(/line 3: 0 messages kept, 1 message lost\n.+\n {2}line 2: .*GX-4711/)
  })

  it('has what a run of Lamella would have sent beside what the program sent', async () => {
    const folder = await tempFolder({ 's1.jsonl': claude() })
    const { stdout } = await lamella(['inspect', join(folder, 's1.jsonl')])
    // The program read nothing from its cache after ten minutes, and neither would a run.
    expect(stdout).toMatch(/\nBeside a run of Lamella\n2 requests in a window of [\d,]+ tokens\n/)
    expect(stdout).toMatch(/\nClaude Code, counted +2,010 +0 +1,010 +0 +\$0\.0057\n/)
    expect(stdout).toMatch(/\na run, estimated +[\d,]+ +0 +[\d,]+ +0 +\$0\.00\d\d\n/)
    expect(stdout).toMatch(/Its tokens are estimated: .+ Nothing was asked of a provider\.\n$/s)
  })

  it('says how much of what a compaction lost a run would still have', async () => {
    const usage = { input: 3_000, cacheRead: 0, cacheWrite: 0, output: 5 }
    const answer = (id: string, parentId: string): Fields => ({
      ...{ type: 'message', id, parentId },
      message: { role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Good.' }], usage, stopReason: 'stop' },
    })
    const lines = [
      { type: 'session', version: 3, id: 'p1', cwd: '/garden' },
      {
        type: 'message',
        id: 'a',
        parentId: null,
        message: { role: 'user', content: `The order is GX-4711. ${'Oil it. '.repeat(900)}` },
      },
      answer('b', 'a'),
      { type: 'compaction', id: 'c', parentId: 'b', summary: 'An order was named.', firstKeptEntryId: 'c' },
      { type: 'message', id: 'd', parentId: 'c', message: { role: 'user', content: 'And now?' } },
      answer('e', 'd'),
    ]
    const folder = await tempFolder({
      'p.jsonl': lines.map((line) => JSON.stringify({ timestamp: '2026-10-05T09:00:00.000Z', ...line })).join('\n'),
    })
    const { stdout } = await lamella(['inspect', join(folder, 'p.jsonl')])
    expect(stdout).toMatch(
      /line 4: the compaction lost 2 messages, and 1 value .+ run had [01] of the messages, and 1 of the values/,
    )
    const { sideBySide } = JSON.parse((await lamella(['inspect', join(folder, 'p.jsonl'), '--json'])).stdout)
    expect(sideBySide.compactions).toMatchObject([{ line: 4, values: { lost: 1, kept: 1 } }])
  })

  it.skipIf(process.getuid?.() === 0)('names the files and folders in a list that it may not open', async () => {
    const folder = await tempFolder({ 's1.jsonl': claude(), 's2.jsonl': claude(), 'other/s3.jsonl': claude() })
    await chmod(join(folder, 's2.jsonl'), 0)
    await chmod(join(folder, 'other'), 0)
    const { stdout, stderr } = await lamella(['inspect', folder])
    await chmod(join(folder, 'other'), 0o700)
    expect(stdout).toMatch(/^1 session,/)
    for (const name of ['other', 's2.jsonl']) expect(stderr).toContain(`${name} is left out: EACCES`)
  })

  it('counts what sub-agents used, also those of a workflow', async () => {
    const agent = (id: string): string =>
      claude()
        .replaceAll('"isSidechain":false', `"isSidechain":true,"agentId":"${id}"`)
        .replaceAll(/"(a|b|c|d|m1|m2)"/g, `"$1 of ${id}"`)
    const folder = await tempFolder({
      's1.jsonl': claude(),
      's1/subagents/agent-a1.jsonl': agent('a1'),
      's1/subagents/workflows/wf_1/agent-a2.jsonl': agent('a2'),
      's1/subagents/workflows/wf_1/agent-a2.meta.json': '{"agentType":"workflow-subagent"}',
      's1/subagents/workflows/wf_1/journal.jsonl': '{"type":"started"}',
    })
    const { stdout } = await lamella(['inspect', join(folder, 's1.jsonl')])
    expect(stdout).toContain('2 sub-agents, 4 requests, $0.01')
    expect(stdout).not.toContain('unknown type')
    expect((await lamella(['inspect', folder])).stdout).toMatch(/^1 session, \$0\.01/)
  })

  it('says that a database of opencode is one', async () => {
    const head = 'SQLite format 3\0\u0001…CREATE TABLE `part` (…)CREATE TABLE `session` (…)'
    const folder = await tempFolder({ 'opencode.db': head, 's1.jsonl': claude() })
    const listed = await lamella(['inspect', folder])
    expect(listed.stderr).toMatch(/opencode\.db is left out: The file is a session of opencode/)
    expect(listed.stdout).toMatch(/^1 session,/)
    for (const command of [['inspect'], ['sessions', 'show'], ['sessions', 'import', await tempFolder({})]]) {
      const { stderr } = await lamella([...command, join(folder, 'opencode.db')])
      expect(stderr).toMatch(/^error \[TRANSCRIPT_UNKNOWN\]: The file is a session of opencode/)
    }
  })

  it('reads rollouts that Codex has compressed, where Node.js can', async () => {
    const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Paint the gate.' }] }
    const lines = [
      { type: 'session_meta', payload: { id: 'c1', cwd: '/' } },
      { type: 'response_item', payload: said },
    ]
    const text = lines.map((line) => JSON.stringify({ timestamp: '2026-10-05T09:00:00Z', ...line })).join('\n')
    const folder = await tempFolder()
    const path = join(folder, 'rollout-2026-10-05T09-00-00-c1.jsonl.zst')
    const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Uint8Array }
    await writeFile(path, zstdCompressSync?.(text) ?? 'compressed')
    const { stdout, stderr } = await lamella(['inspect', folder])
    if (zstdCompressSync) expect([stdout, stderr]).toEqual([expect.stringContaining('Paint the gate.'), ''])
    else expect(stderr).toMatch(/left out: The file '.+' cannot be read \(it is compressed, and only Node\.js 22\.15/)
    await writeFile(path, 'no Zstandard')
    const damaged = await lamella(['inspect', path])
    expect(damaged.stderr).toMatch(/^error \[IMPORT_UNREADABLE\]/)
  })

  it('prints no more than the first notes about a file with thousands of damaged lines', async () => {
    const damaged = Array.from({ length: 3_000 }, (_, index) => `{"type": "kind ${index}", "broken`)
    const odd = Array.from({ length: 3_000 }, (_, index) => `{"type":"kind ${index}"}`)
    const folder = await tempFolder({ 's1.jsonl': [claude(), ...odd, ...damaged, ''].join('\n') })
    const path = join(folder, 's1.jsonl')
    const { stdout } = await lamella(['inspect', path])
    expect(stdout).toContain('and 2,980 more: `lamella inspect --json` prints all\n')
    expect(stdout.split('\n').length).toBeLessThan(100)
    const shown = await lamella(['sessions', 'show', path])
    expect(shown.stderr.split('\n')).toHaveLength(22)
    const imported = await lamella(['sessions', 'import', await tempFolder({}), path])
    expect(imported.stdout).toContain('4 messages')
    expect(imported.stderr.split('\n').length).toBeLessThan(40)
    const { stdout: json } = await lamella(['inspect', path, '--json'])
    expect(JSON.parse(json).notes).toHaveLength(3_000)
  })

  it('still builds a workspace that has sessions in it', async () => {
    const folder = await tempFolder({ 'SOUL.md': 'You are Kim.', 's1.jsonl': claude() })
    const { stdout } = await lamella(['inspect', folder, '--json'])
    expect(stdout).not.toContain('Claude Code')
  })
})

describe('lamella sessions show of a file of another program', () => {
  it('prints its newest messages', async () => {
    const folder = await tempFolder({ 's1.jsonl': claude() })
    const { code, stdout } = await lamella(['sessions', 'show', join(folder, 's1.jsonl'), '-n', '1'])
    expect(code).toBe(0)
    expect(stdout).toBe(
      [
        's1, a session of Claude Code: 4 messages',
        '',
        '3  assistant  2026-10-05 09:11  Linseed.',
        '',
        '3 messages before these: --before 3',
        '',
      ].join('\n'),
    )
  })

  it('names a session that is missing, and needs an id for a store', async () => {
    const folder = await tempFolder({ 's1.jsonl': claude() })
    const other = await lamella(['sessions', 'show', join(folder, 's1.jsonl'), 'other'])
    expect(other.stderr).toMatch(/^error \[SESSION_MISSING\]/)
    const store = await lamella(['sessions', 'show', folder])
    expect(store.code).toBe(2)
    expect(store.stderr).toContain("missing required argument 'session'")
  })

  it('does not take a file of messages for one', async () => {
    const { code } = await lamella(['sessions', 'show', fixture('chat.jsonl'), 'x'])
    expect(code).toBe(1)
  })
})

describe('lamella build with a session of another program', () => {
  it('continues it', async () => {
    const folder = await tempFolder({ 's1.jsonl': claude() })
    const argv = ['build', fixture('agent'), '--session', join(folder, 's1.jsonl'), '--message', 'And now?']
    const { code, stdout } = await lamella([...argv, '--window', '8k'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/linseed .*And now\?/s)
  })
})
