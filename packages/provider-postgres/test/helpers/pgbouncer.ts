import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from './server.ts'

/** A pooler before a server. */
export interface Pooler {
  /** The address of the database through it. */
  address(role?: string): string
  stop(): Promise<void>
}

const port = 6432

/**
 * Starts pgbouncer in transaction mode, with two connections to the server; `undefined` with a printed reason if it is
 * not on this machine.
 */
export async function pgbouncer(server: Server): Promise<Pooler | undefined> {
  const program = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)
  if (program === undefined) {
    console.log('skipped: pgbouncer, since it is not on this machine')
    return undefined
  }
  const { folder, owner } = server
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
postgres = host=${folder} port=5432
[pgbouncer]
listen_addr =
listen_port = ${port}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 2
max_client_conn = 300
logfile = ${join(folder, 'pgbouncer.log')}
`,
  )
  writeFileSync(join(folder, 'users'), '"postgres" ""\n"lamella_plain" ""\n')
  if (owner.uid !== undefined && owner.gid !== undefined) {
    for (const file of [config, join(folder, 'users')]) chownSync(file, owner.uid, owner.gid)
  }
  const child = spawn(program, ['-q', config], { ...owner, cwd: folder, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  process.once('exit', () => child.kill())
  const address = (role = 'postgres'): string =>
    `postgres://${role}@/postgres?host=${encodeURIComponent(folder)}&port=${port}`
  for (let attempt = 0; !existsSync(join(folder, `.s.PGSQL.${port}`)); attempt++) {
    if (attempt === 200 || child.exitCode !== null) {
      throw new Error(`pgbouncer does not start: ${spawnSync('cat', [join(folder, 'pgbouncer.log')]).stdout}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    address,
    stop: async () => {
      child.kill('SIGINT')
      await ended
    },
  }
}
