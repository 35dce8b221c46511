import { spawn } from 'node:child_process'
import type { EmbeddedPostgres, PostgresPool } from '../../src/contract/postgres-client.ts'
import { embedded, poolOf } from './engines.ts'
import { type Server, server } from './server.ts'

/** A database for stores, which also answers its administrator. */
export type TestDatabase = (PostgresPool | EmbeddedPostgres) & {
  query<Row = Readonly<Record<string, unknown>>>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[] }>
}

/** Whether all that there is time for at night is tested. */
export const isNight: boolean = (process.env['LAMELLA_RUNS'] ?? process.env['LAMELLA_NIGHTLY']) !== undefined

let opened: Promise<TestDatabase> | undefined

/**
 * Returns one database for all test files that share the process. It is a server, where the same tests take a third of the
 * time; without one, and at night, it is PostgreSQL in this process.
 */
export function database(): Promise<TestDatabase> {
  opened ??= open()
  return opened
}

async function open(): Promise<TestDatabase> {
  const real = isNight ? undefined : await server()
  if (real === undefined) return (await embedded()) as TestDatabase
  removeAtEnd(real)
  return poolOf(real.address()) as unknown as TestDatabase
}

/** Stops and removes a server when this process ends, however it ends: no file knows whether it is the last one. */
function removeAtEnd({ folder, pid }: Server): void {
  // Reads until the pipe is closed, which the end of this process does.
  const program = 'cat; kill -QUIT "$0"; while kill -0 "$0"; do sleep 0.1; done; rm -rf "$1"'
  const watch = spawn('sh', ['-c', program, String(pid()), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watch.unref()
}
