// Writes what this release stores, in every format, to packages/repo-checks/fixtures/<version>: the files that later releases
// must open and continue (stored.test.ts). A folder is written once, by the release of its name, and never again.
//
//   pnpm build && node scripts/write-fixtures.mjs 0.1.0
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const [version] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new Error('Pass the version of the release: 0.1.0')
const folder = join(root, 'packages/repo-checks/fixtures', version)
if (existsSync(folder)) throw new Error(`${folder} exists. What a release wrote is never written again.`)

const from = (name, entry = 'index') => import(pathToFileURL(join(root, 'packages', name, 'dist', `${entry}.js`)).href)
const { createContext, defineLayer } = await from('core')
const { history, message } = await from('layers')
const { contextTools } = await from('layers', 'context-tools/index')
const { openRun } = await from('runs')
const { offload, readResult, withOffload } = await from('offload')
const { fileBlobs, fileCounts, fileMemory, fileSessions } = await from('provider-fs')
const { sqlite } = await from('provider-sqlite')
const { postgres, postgresMigrations } = await from('provider-postgres')
const { createMemoryCache } = await from('blocks')
const { recorder } = await from('inspector')
const { createIndex } = await from('ranker-bm25')
const { calibrate, heuristic } = await from('tokenizer-heuristic')

const scope = { tenant: 'acme', user: 'ada' }
const at = new Date('2026-11-29T08:00:00Z')
const id = 'telegram_4711'
const questions = ['When did the ships leave?', 'Why did the build fail?']
const log = Array.from({ length: 400 }, (_, line) =>
  line === 211 ? 'ERROR: no space left' : `step ${line + 1} is done`,
)
const facts = [
  { id: 'tea', kind: 'fact', text: 'Ada drinks green tea.', importance: 7, tags: ['drink'] },
  { id: 'trip', text: 'The ferry to Juist leaves at noon.', date: '2026-05-12' },
]

/** A builder of this file alone, so that a later release builds the same request. */
const builder = createContext()
  .use([defineLayer('motto', { order: 1, stability: 'static', load: () => 'Be kind.' }), history(), message()])
  .budget({ window: 16_000, reserve: 1_000 })

/** Fills a store: a run of two turns, of which one puts a large result aside, a summary, a fork, and a question that waits. */
async function fill({ sessions: plain, blobs, memory }) {
  const sessions = withOffload(plain, offload({ blobs, limit: 1_000 }))
  const run = await openRun(builder, { sessions, scope, id })
  await run.next({ message: questions[0] })
  await run.append({ role: 'assistant', content: 'The ships left on Monday.' }, { at })
  await run.next({ message: questions[1] })
  const call = { toolCallId: 'c1', toolName: 'bash' }
  await run.append([
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { run: 'build' } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: log.join('\n') } }] },
  ])
  await run.next()
  const stored = await sessions.read(scope, id, 0, 99)
  const [handle] = JSON.stringify(stored).match(/blob:[a-z2-7]{26}/)
  const reading = contextTools({ more: [readResult({ sessions, blobs })] })
  await reading.handle('read_result', { handle, pattern: 'ERROR' }, { scope: { ...scope, session: id } })
  await sessions.append(
    scope,
    'old',
    [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello, Ada.' },
    ],
    { at },
  )
  await sessions.compactions.add(scope, 'old', { start: 0, end: 2, text: 'Ada said hello.' }, { at })
  await sessions.transfer.fork(scope, 'old', 'fork', 1)
  for (const fact of facts) await memory.put(scope, fact, { at })
  return { handle, messages: stored.map((one) => one.message) }
}

const linesOf = async (lines) => `${((await Array.fromAsync?.(lines)) ?? (await collect(lines))).join('\n')}\n`
async function collect(lines) {
  const all = []
  for await (const line of lines) all.push(line)
  return all
}

/** Everything that a schema holds, as statements. PGlite has no pg_dump. */
async function dump(db, schema) {
  const { rows: tables } = await db.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' AND relname <> 'migrations' ORDER BY relname`,
  )
  const lines = [postgresMigrations({ schema }), 'SET session_replication_role = replica;']
  for (const { name } of tables) {
    const table = `${schema}."${name}"`
    const { rows: columns } = await db.query(
      `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
       WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    )
    const { rows } = await db.query(`SELECT to_json(t)::text AS json FROM ${table} t ORDER BY 1`)
    for (const { json } of rows) {
      const names = columns[0].names
      lines.push(
        `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM json_populate_record(NULL::${table}, '${json.replaceAll("'", "''")}');`,
      )
    }
  }
  const { rows: sequences } = await db.query(
    `SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = '${schema}' AND last_value IS NOT NULL`,
  )
  for (const { name, value } of sequences) lines.push(`SELECT setval('${schema}."${name}"', ${value});`)
  return `${[...lines, 'SET session_replication_role = DEFAULT;'].join('\n')}\n`
}

const work = await mkdtemp(join(tmpdir(), 'lamella-fixtures-'))
await mkdir(folder, { recursive: true })
const write = (name, content) => writeFile(join(folder, name), content)

const files = {
  sessions: fileSessions(join(folder, 'files')),
  blobs: fileBlobs(join(folder, 'files')),
  memory: fileMemory(join(folder, 'memory'), { owner: scope }),
}
const inFiles = await fill(files)
await write('export.jsonl', await linesOf(files.sessions.transfer.export(scope, id)))
await files.sessions.close()
await files.blobs.close()
await files.memory.close()
for (const name of ['files', 'memory']) await rm(join(folder, name, '.locks'), { recursive: true, force: true })

const path = join(work, 'agent.db')
const database = await sqlite(path)
const inSqlite = await fill(database)
await database.search(scope, { query: 'When did the ships leave?' })
const blocks = createMemoryCache({ blocks: database.blocks, scope, newId: () => 'block-1' })
await blocks.createBlock('kim', 'persona', { type: 'Core', content: 'I break tasks down.' })
await blocks.appendToBlock('kim', 'persona', ' Ada likes short lists.')
await blocks.close?.()
await database.backup(join(work, 'copy.db'))
await database.close()
await write('agent.db.gz', gzipSync(await readFile(join(work, 'copy.db')), { level: 9 }))

const { PGlite } = createRequire(join(root, 'packages/provider-postgres/package.json'))('@electric-sql/pglite')
const engine = await PGlite.create()
const server = await postgres(engine, { schema: 'lamella' })
const inPostgres = await fill(server)
await server.search(scope, { query: 'When did the ships leave?' })
await server.close()
await write('postgres.sql', await dump(engine, 'lamella'))
await engine.close()

const recorded = []
const tracer = recorder({ write: (line) => void recorded.push(line) })
await builder.observe(tracer).build({ scope, session: inFiles.messages, message: 'And now?' })
await tracer.flush()
await write('recording.jsonl', recorded.map((line) => `${line.trimEnd()}\n`).join(''))

const index = createIndex()
index.add(facts.map((fact) => ({ id: fact.id, text: fact.text })))
await write('index.bin', index.save())
const calibration = calibrate(heuristic())
calibration.observe({ model: 'claude-sonnet-4-5', estimated: 10_000, actual: 11_800 })
const counts = await fileCounts(join(folder, 'counts.json'))
counts.countsOf({ name: 'characters', exact: true, count: (text) => text.length })(
  log.join('\n'),
  (text) => text.length,
)
await counts.save()

await write(
  'expected.json',
  `${JSON.stringify({ questions, facts, log: log.length, files: inFiles, sqlite: inSqlite, postgres: inPostgres, calibration: calibration.state() }, null, 1)}\n`,
)
await rm(work, { recursive: true })
console.log(`Wrote ${folder}`)
