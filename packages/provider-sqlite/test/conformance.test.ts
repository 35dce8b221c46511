import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SqliteStores, sqlite } from '@lamella/provider-sqlite'
import {
  blobStoreSuite,
  blockStoreSuite,
  type ConformanceCase,
  memoryStoreSuite,
  registerSuite,
  sessionBlobsSuite,
  sessionStoreSuite,
} from '@lamella/testkit'
import { afterAll, describe, it } from 'vitest'
import { meaning } from './helpers/embedders.ts'

const folder = mkdtempSync(join(tmpdir(), 'lamella-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runs = Math.min(1_000, Number(process.env['LAMELLA_RUNS'] ?? 5))
const paths = new WeakMap<object, string>()
let count = 0

/**
 * A function that opens a new database (or one that a store already uses) on each call, and returns one of its stores.
 */
function opener<Name extends 'sessions' | 'memory' | 'blocks' | 'blobs'>(
  name: Name,
  options: Parameters<typeof sqlite>[1],
): (store?: object) => Promise<SqliteStores[Name] & Pick<SqliteStores, 'close'>> {
  // Making the tables takes six times as long as copying a file that has them.
  const empty = join(folder, `${count++}.db`)
  return async (store) => {
    const known = paths.get(store ?? {})
    const path = known ?? join(folder, `${count++}.db`)
    if (!existsSync(empty)) await (await sqlite(empty, options)).close()
    if (known === undefined) copyFileSync(empty, path)
    const stores = await sqlite(path, { synchronous: 'normal', ...options })
    const opened = { ...stores[name], close: stores.close }
    paths.set(opened, path)
    return opened
  }
}

// Without LAMELLA_RUNS, only the first setting has the largest inputs; the others run the same cases on fewer inputs.
const fewer = process.env['LAMELLA_RUNS'] === undefined ? { runs: 3, largest: 100_000 } : { runs }
const settings = [
  ['sqlite()', {}, { runs }],
  ['sqlite() with vectors', { embedder: meaning(), embed: 'all' }, fewer],
  ["sqlite() with erasure: 'overwrite'", { erasure: 'overwrite' }, fewer],
] as const

const capabilities = ['runs', 'compactions', 'transfer', 'admin', 'search'] as const

/** Vectors find every text for any query, ranked last, so they would also find remains of a deletion. */
const fits = (name: string, { code }: ConformanceCase): boolean =>
  !(name.includes('vectors') && code.endsWith('_SEARCH_GONE'))

for (const [name, options, inputs] of settings) {
  const [sessions, memory, blocks] = [opener('sessions', options), opener('memory', options), opener('blocks', options)]
  registerSuite(
    { describe, it },
    `${name}.sessions`,
    sessionStoreSuite(() => sessions(), { has: capabilities, reopen: sessions, ...inputs }).filter((one) =>
      fits(name, one),
    ),
  )
  registerSuite(
    { describe, it },
    `${name}.memory`,
    memoryStoreSuite(() => memory(), {
      has: ['search', 'restore', 'erase', 'close'],
      reopen: memory,
      ...inputs,
    }).filter((one) => fits(name, one)),
  )
  registerSuite(
    { describe, it },
    `${name}.blocks`,
    blockStoreSuite(() => blocks(), {
      has: ['search', 'erase', 'close', 'share', 'searchShared'],
      reopen: blocks,
      ...inputs,
    }).filter((one) => fits(name, one)),
  )
  const blobs = opener('blobs', options)
  registerSuite(
    { describe, it },
    `${name}.blobs`,
    blobStoreSuite(() => blobs(), { has: ['erase', 'close'], reopen: blobs, ...inputs }),
  )
  registerSuite(
    { describe, it },
    `${name}.sessions with its blobs`,
    sessionBlobsSuite(() => sqlite(join(folder, `${count++}.db`), { synchronous: 'normal', ...options }), inputs),
  )
}
