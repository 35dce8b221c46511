import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { Pool, type PoolConfig } from 'pg'

/** Runs statements as the administrator of a database. */
export interface Admin {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** A data folder that initdb has just made, kept between runs: loading it takes a third of the time. */
const template = join(tmpdir(), 'lamella-pglite-0.5.16.tar')
let engine: Promise<PGlite> | undefined
let count = 0

/** Returns PostgreSQL in this process: one for all test files that share the process, since starting takes a second. */
export function embedded(): Promise<PGlite> {
  engine ??= start({})
  return engine
}

/** Returns the name of a schema that no other test uses. */
export function newSchema(): string {
  return `test_${process.pid}_${count++}`
}

/** The name of a role that is no superuser, has no BYPASSRLS and owns nothing. */
export const plainRole = 'lamella_plain'

/** Makes `plainRole`, with the right to log in. */
export async function makePlainRole(admin: Admin): Promise<string> {
  await admin.query(
    `DO $$ BEGIN CREATE ROLE ${plainRole} LOGIN NOSUPERUSER NOBYPASSRLS; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  )
  return plainRole
}

/** Returns a pool that outlives a restart of its server. */
export function poolOf(connectionString: string, config: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString, ...config })
  pool.on('error', () => {})
  return pool
}

/** Starts PostgreSQL in this process, with extensions. */
export async function start(options: PGliteOptions): Promise<PGlite> {
  if (existsSync(template)) return PGlite.create({ ...options, loadDataDir: new Blob([readFileSync(template)]) })
  const made = await PGlite.create(options)
  const dump = Buffer.from(await (await made.dumpDataDir('none')).arrayBuffer())
  // Whole or not at all, since several processes may do so at once.
  const part = `${template}.${randomUUID()}`
  writeFileSync(part, dump)
  renameSync(part, template)
  return made
}
