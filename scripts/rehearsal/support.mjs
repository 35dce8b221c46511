// What the programs of the rehearsal need around them: a database, and the compiled part of better-sqlite3.
import { cp, mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** PGlite, which is PostgreSQL in this process, behind a socket; with DATABASE_URL, that database. */
export async function startPostgres(root) {
  const { DATABASE_URL: given } = process.env
  if (given) return { address: given, stop: async () => {} }
  const example = createRequire(join(root, 'examples/08-many-machines/package.json'))
  const load = (name) => import(pathToFileURL(example.resolve(name)).href)
  const [{ PGlite }, { PGLiteSocketServer }] = await Promise.all(
    ['@electric-sql/pglite', '@electric-sql/pglite-socket'].map(load),
  )
  const db = await PGlite.create()
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 10 })
  await server.start()
  const stop = async () => {
    await server.stop()
    await db.close()
  }
  return { address: `postgres://postgres@${server.getServerConn()}/postgres`, stop }
}

/** The better-sqlite3 of this repository: its version, and a function that gives an installation the compiled part. */
export async function ownSqlite(root) {
  const provider = createRequire(join(root, 'packages/provider-sqlite/package.json'))
  const manifest = provider.resolve('better-sqlite3/package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8'))
  const part = 'build/Release/better_sqlite3.node'
  const putInto = async (folder) => {
    const place = join(folder, 'node_modules/better-sqlite3', part)
    await mkdir(dirname(place), { recursive: true })
    await cp(join(dirname(manifest), part), place)
  }
  return { version, putInto }
}
