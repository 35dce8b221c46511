import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { createMemoryCache } from '@lamella/blocks'
import { createContext, defineLayer, type Message } from '@lamella/core'
import { readRecording } from '@lamella/inspector'
import { history, message } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { fileBlobs, fileCounts, fileMemory, fileSessions, readSession } from '@lamella/provider-fs'
import { postgres } from '@lamella/provider-postgres'
import { sqlite } from '@lamella/provider-sqlite'
import { loadIndex } from '@lamella/ranker-bm25'
import { openRun } from '@lamella/runs'
import type { BlobStore, MemoryStore, SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { type CalibrationState, calibrate, heuristic } from '@lamella/tokenizer-heuristic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../src/repo.ts'

/** What `scripts/write-fixtures.mjs` wrote, a folder for each release. Nothing here writes to them. */
const fixtures = join(root, 'packages/repo-checks/fixtures')
const releases = readdirSync(fixtures)

const scope = { tenant: 'acme', user: 'ada' }
const id = 'telegram_4711'
type Kept = { readonly handle: string; readonly messages: readonly Message[] }
interface Expected extends Readonly<Record<'files' | 'sqlite' | 'postgres', Kept>> {
  readonly facts: readonly { readonly id: string; readonly text: string }[]
  readonly log: number
  readonly calibration: CalibrationState
}
interface Stores {
  readonly sessions: SessionStore
  readonly blobs: BlobStore
  readonly memory: MemoryStore
}

/** The builder of the script: with another one, a run would rightly begin anew. */
const builder = createContext()
  .use([defineLayer('motto', { order: 1, stability: 'static', load: () => 'Be kind.' }), history(), message()])
  .budget({ window: 16_000, reserve: 1_000 })

it('there is what 0.1.0 wrote', () => expect(releases).toContain('0.1.0'))

describe.each(releases)('what %s wrote', (release) => {
  const folder = join(fixtures, release)
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  let copy = ''
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'lamella-stored-'))
    cpSync(folder, copy, { recursive: true })
    writeFileSync(join(copy, 'agent.db'), gunzipSync(readFileSync(join(folder, 'agent.db.gz'))))
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  /** Reads everything of a store, and continues it. */
  async function continues(stores: Stores, { handle, messages }: Kept): Promise<void> {
    const sessions = withOffload(stores.sessions, offload({ blobs: stores.blobs, limit: 1_000 }))
    const stored = await sessions.read(scope, id, 0, 99)
    expect(stored.map((one) => one.message)).toEqual(messages)
    expect(stored.map(({ at }) => at)).toContain('2026-11-29T08:00:00.000Z')
    const tools = contextTools({ more: [readResult({ sessions, blobs: stores.blobs })] })
    const found = await tools.handle('read_result', { handle, pattern: 'ERROR' }, { scope: { ...scope, session: id } })
    expect(found.value).toContain('212: ERROR: no space left')

    expect(await sessions.compactions?.list(scope, 'old')).toMatchObject([
      { start: 0, end: 2, text: 'Ada said hello.' },
    ])
    expect(await sessions.info(scope, 'fork')).toMatchObject({ length: 1, forkedFrom: { session: 'old', at: 1 } })
    expect((await stores.memory.list(scope)).entries.map(({ text }) => text).sort()).toEqual(
      expected.facts.map(({ text }) => text).sort(),
    )

    const run = await openRun(builder, { sessions, scope, id })
    const waiting = await run.next()
    expect(waiting.report.run).toMatchObject({ epoch: 1 })
    expect(waiting.report.run?.cut).toBe(undefined)
    await run.append({ role: 'assistant', content: 'The disk was full.' })
    const next = await run.next({ message: 'And now?' })
    expect(next.report.run?.cut).toBe(undefined)
    expect(next.messages.slice(0, waiting.messages.length)).toEqual(waiting.messages)
    await sessions.append(scope, 'old', [{ role: 'user', content: 'Hello again' }])
    expect(await sessions.info(scope, 'old')).toMatchObject({ length: 3, revision: 3 })
    await stores.memory.put(scope, { id: 'tea', kind: 'fact', text: 'Ada drinks black tea.' })
    expect(await stores.memory.get(scope, 'tea')).toMatchObject({ text: 'Ada drinks black tea.', revision: 2 })
    for (const session of [id, 'old', 'fork']) expect(await stores.sessions.admin?.verify(scope, session)).toEqual([])
  }

  it('in files is read and continued', async () => {
    const files = join(copy, 'files')
    const [sessions, blobs] = [fileSessions(files), fileBlobs(files)]
    expect((await readSession(join(files, 'acme/ada/_', `${id}.jsonl`))).length).toBe(expected.files.messages.length)
    await continues({ sessions, blobs, memory: fileMemory(join(copy, 'memory'), { owner: scope }) }, expected.files)
    await Promise.all([sessions.close(), blobs.close()])
  })

  it('in a SQLite file is read, searched and continued', async () => {
    const stores = await sqlite(join(copy, 'agent.db'))
    const { hits } = await stores.search(scope, { query: 'When did the ships leave?' })
    expect(hits.map(({ item }) => ('session' in item ? item.session : undefined))).toContain(id)
    await continues(stores, expected.sqlite)
    const blocks = createMemoryCache({ blocks: stores.blocks, scope, newId: () => 'block-2' })
    await blocks.appendToBlock('kim', 'persona', ' She plans.')
    expect(await blocks.getRenderedContent('kim', 'persona')).toBe(
      'I break tasks down. Ada likes short lists. She plans.',
    )
    await blocks.close()
    expect(await stores.check()).toEqual([])
    await stores.close()
  })

  it('in PostgreSQL is read, searched and continued', async () => {
    const engine = await PGlite.create()
    await engine.exec(read('postgres.sql'))
    const stores = await postgres(engine, { schema: 'lamella' })
    const { hits } = await stores.search(scope, { query: 'When did the ships leave?' })
    expect(hits.map(({ item }) => ('session' in item ? item.session : undefined))).toContain(id)
    await continues(stores, expected.postgres)
    await stores.close()
    await engine.close()
  })

  it('as an export is imported, and exported as it was', async () => {
    const lines = read('export.jsonl').trimEnd().split('\n')
    const store = createSessionStore()
    expect(await store.transfer.import(scope, lines)).not.toHaveProperty('notices')
    const again: string[] = []
    for await (const line of store.transfer.export(scope, id)) again.push(line)
    expect(again).toEqual(lines)
  })

  it('as a recording is read', () => {
    const { builds, problems } = readRecording(read('recording.jsonl').split('\n'))
    expect(problems).toEqual([])
    expect(builds.map(({ made }) => made?.layers.map(({ name }) => name))).toEqual([['motto', 'history', 'message']])
  })

  it('as an index, counts and a calibration is used again', async () => {
    const index = loadIndex(new Uint8Array(readFileSync(join(folder, 'index.bin'))))
    expect(index.search('When does the ferry leave?', { limit: 1 })[0]?.id).toBe('trip')
    const counts = await fileCounts(join(copy, 'counts.json'))
    const text = Array.from({ length: expected.log }, (_, line) =>
      line === 211 ? 'ERROR: no space left' : `step ${line + 1} is done`,
    ).join('\n')
    const recalled = counts.countsOf({ name: 'characters', exact: true })(text, () => -1)
    expect(recalled).toBe(text.length)
    const { state, factor } = calibrate(heuristic(), { state: expected.calibration })
    expect(state()).toEqual(expected.calibration)
    expect(factor('claude-sonnet-4-5')).toBeGreaterThan(1)
  })
})
