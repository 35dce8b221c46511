import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileMemory, fileSessions } from '@lamella/provider-fs'
import { type PostgresStores, postgres } from '@lamella/provider-postgres'
import { sqlite } from '@lamella/provider-sqlite'
import { copyBlocks, copyMemory, copySessions, type SessionStore } from '@lamella/store'
import { expect, it, onTestFinished } from 'vitest'
import { database } from './helpers/database.ts'
import { makePlainRole, newSchema } from './helpers/engines.ts'

const scope = { tenant: 'acme', user: 'ada' }
const friend = { tenant: 'acme', user: 'bob\0' }
const bytes = (...all: readonly number[]): Uint8Array => Uint8Array.from(all)
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n, 1, 2, 3, 4))

async function open(): Promise<PostgresStores> {
  const engine = await database()
  return postgres(engine, { schema: newSchema(), role: await makePlainRole(engine) })
}

function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lamella-copy-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const oddIn = (id: string): string => `${id} "\\ \u0000 \u2028 {"b":1,"a":2}`

async function fill(sessions: SessionStore): Promise<readonly string[]> {
  const ids = ['chat', '\0', '\ufeff', '../x', 'Ä🦊']
  for (const id of ids) {
    const odd = oddIn(id)
    await sessions.append(scope, id, [{ role: 'user', content: odd }], { at: day(1), operation: 'one' })
    const input = { b: 1, a: [null, 1e21, '\u0000'] }
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'f', input } as const
    await sessions.append(scope, id, [
      { role: 'assistant', content: [call] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'f', output: { type: 'text', value: odd } }],
      },
    ])
    await sessions.compactions?.add(scope, id, { start: 0, end: 1, text: `in short ${odd}` }, { at: day(2) })
    await sessions.append(scope, id, [{ role: 'user', content: 'and then?' }], { at: day(3) })
  }
  return ids.toSorted()
}

async function told(sessions: SessionStore, id: string): Promise<unknown> {
  const lines: string[] = []
  for await (const line of sessions.transfer?.export(scope, id) ?? []) lines.push(line)
  const { notices: _, ...page } = await sessions.page(scope, id, { messages: 100 })
  return [lines, page, await sessions.info(scope, id), await sessions.compactions?.list(scope, id)]
}

it('sessions move from files and SQLite to PostgreSQL and back, byte for byte', async () => {
  const files = fileSessions(join(tempFolder(), 'from'), { fsync: 'os' })
  const there = await sqlite(':memory:')
  const [first, second] = [await open(), await open()]
  const back = fileSessions(join(tempFolder(), 'back'), { fsync: 'os' })
  const ids = await fill(files)
  const path: readonly SessionStore[] = [files, first.sessions, there.sessions, second.sessions, back]
  for (const [index, to] of path.slice(1).entries()) {
    const from = path[index] as SessionStore
    expect(await copySessions(from, to, scope)).toEqual({ copied: ids, present: [] })
    for (const id of ids) expect(await told(to, id)).toEqual(await told(files, id))
    expect(await copySessions(from, to, scope)).toEqual({ copied: [], present: ids })
  }
  // A retry from before the move is still one.
  const again = await second.sessions.append(scope, 'chat', [{ role: 'user', content: oddIn('chat') }], {
    operation: 'one',
  })
  expect(again.repeated).toBe(true)
  expect(await second.sessions.admin.verify(scope, 'chat')).toEqual([])
  await there.close()
})

it('memories move from files and SQLite to PostgreSQL and back, and are found there', async () => {
  const files = fileMemory(join(tempFolder(), 'from'), { fsync: 'os' })
  const there = await sqlite(':memory:')
  const { memory } = await open()
  const back = fileMemory(join(tempFolder(), 'back'), { fsync: 'os' })
  await files.put(scope, { id: 'tea', text: 'Ada likes green tea.', tags: ['ä', 'b'], date: '2026-01-02' })
  await files.put(scope, { id: '\ufeffodd', text: '\0 # not a heading', importance: 3 }, { at: day(1) })
  await files.put(scope, { id: 'tea', text: 'Ada likes black tea.', tags: ['ä'] }, { at: day(2) })
  const begun = await files.list(scope)
  const path = [files, memory, there.memory, back]
  for (const [index, to] of path.slice(1).entries()) {
    const from = path[index] ?? files
    expect(await copyMemory(from, to, scope)).toEqual({ copied: begun.entries.map(({ id }) => id), present: [] })
    expect(await to.list(scope)).toEqual(begun)
  }
  expect((await memory.search(scope, { query: 'Which tea?' })).hits.map(({ item }) => item.id)).toEqual(['tea'])
  await there.close()
})

it('blocks move from SQLite to PostgreSQL and back, with bytes, texts, times and shares', async () => {
  const there = await sqlite(':memory:')
  const other = await sqlite(':memory:')
  const { blocks } = await open()
  const from = there.blocks
  const snapshot = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256)
  const meta = { b: 1, a: ['\0', '\u2028'] }
  await from.create(scope, { id: 'b\0', label: '\ufefflabel', kind: 'core', meta, snapshot }, { at: day(1) })
  for (const n of [2, 3, 4]) await from.append(scope, 'b\0', bytes(0, 255, n), { at: day(n) })
  await from.setText(scope, 'b\0', 'lamps \0 and shades', 4)
  await from.share(scope, 'b\0', friend, { permission: 'editor\0', write: true })
  await from.create(scope, { id: 'empty', label: 'empty', kind: 'k' })
  const ids = ['b\0', 'empty']
  for (const [source, target] of [
    [from, blocks],
    [blocks, other.blocks],
  ] as const) {
    expect(await copyBlocks(source, target, scope)).toEqual({ copied: ids, present: [], unshared: [] })
    for (const id of ids) {
      expect(await target.read(scope, id)).toMatchObject({
        updates: (await from.read(scope, id))?.updates ?? [],
      })
      const wanted = await from.get(scope, id)
      expect(await target.get(scope, id)).toMatchObject({
        ...{ label: wanted?.label, meta: wanted?.meta, text: wanted?.text, updates: wanted?.updates },
        ...(wanted?.updatedAt && { createdAt: wanted.createdAt, updatedAt: wanted.updatedAt }),
      })
      expect(await target.shares(scope, id)).toEqual(await from.shares(scope, id))
    }
    expect(Buffer.compare((await target.read(scope, 'b\0'))?.snapshot ?? bytes(), snapshot)).toBe(0)
    expect(await copyBlocks(source, target, scope)).toEqual({ copied: [], present: ids, unshared: [] })
  }
  expect((await blocks.search(scope, { query: 'shades' })).hits.map(({ item }) => item.id)).toEqual(['b\0'])
  expect((await blocks.searchShared(friend, { query: 'shades' })).hits.map(({ item }) => item.permission)).toEqual([
    'editor\0',
  ])
  await there.close()
  await other.close()
})
