import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

/** A user of this machine. */
interface Ids {
  readonly uid?: number
  readonly gid?: number
}

/** A PostgreSQL server of its own, in a temporary folder, reached by a socket in it. */
export interface Server {
  readonly folder: string
  /** Who it runs as, if not as this process. */
  readonly owner: Ids
  /** Its process now. */
  pid(): number | undefined
  /** The address of its database for a role. Default: its administrator. */
  address(role?: string): string
  /** Runs statements as its administrator. */
  query(text: string): Promise<readonly Record<string, unknown>[]>
  /** Waits until nobody else is connected: the statement of a process that was killed ends after the kill. */
  alone(): Promise<void>
  /** Stops it by a signal: `SIGKILL` is a crash, `SIGQUIT` an immediate shutdown. */
  stop(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>
  /** Starts it again; resolves when it accepts connections. */
  start(): Promise<void>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Starts a server; `undefined` with a printed reason if there is none on this machine.
 *
 * @param fsync Whether it waits for the disk. Only a crash of the machine would show a difference.
 */
export async function server({ fsync = false }: { readonly fsync?: boolean } = {}): Promise<Server | undefined> {
  const found = binaries()
  if (found === undefined) {
    console.log(
      'skipped: a PostgreSQL server, since there is none (initdb and postgres on PATH or in /usr/lib/postgresql)',
    )
    return undefined
  }
  // PostgreSQL refuses to run as root.
  const user: Ids | undefined = process.getuid?.() === 0 ? idsOf('postgres') : {}
  if (user === undefined) {
    console.log('skipped: a PostgreSQL server, since it refuses to run as root and there is no user postgres')
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'lamella-pg-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid)
  run('tar', ['-xf', emptyData(found, user), '-C', data], user)
  const log = join(folder, 'log')
  // To compile statements takes longer than to run them on the few rows of a test.
  const settings = ['listen_addresses=', `fsync=${fsync ? 'on' : 'off'}`, 'jit=off']
  const args = ['-D', data, '-k', folder, ...settings.flatMap((one) => ['-c', one])]
  const address = (role = 'postgres'): string => `postgres://${role}@/postgres?host=${encodeURIComponent(folder)}`

  let running: { readonly child: ChildProcess; readonly ended: Promise<unknown> } | undefined
  const query = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new Client({ connectionString: address() })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows as Record<string, unknown>[]
    } finally {
      await client.end()
    }
  }
  const start = async (): Promise<void> => {
    for (let attempt = 0; attempt < 600; attempt++) {
      if (running === undefined || running.child.exitCode !== null) {
        // After a crash, a new server refuses to start until all processes of the old one have ended.
        const out = openSync(log, 'a')
        const child = spawn(join(found, 'postgres'), args, { ...user, cwd: folder, stdio: ['ignore', out, out] })
        running = { child, ended: new Promise((resolve) => child.on('exit', resolve)) }
      }
      await pause(50)
      if (
        await query('SELECT 1').then(
          () => true,
          () => false,
        )
      )
        return
    }
    throw new Error(`PostgreSQL does not start: ${readFileSync(log, 'utf8').slice(-2_000)}`)
  }
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    running?.child.kill(signal)
    await running?.ended
    running = undefined
  }
  process.once('exit', () => running?.child.kill('SIGQUIT'))
  await start()
  return {
    ...{ folder, owner: user, pid: () => running?.child.pid, address, query, start, stop },
    alone: async () => {
      const others = "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
      while ((await query(others)).length > 0) await pause(5)
    },
    remove: async () => {
      // At once: its data is not needed any more, so it need not be written.
      await stop('SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** Runs a program as a user, and returns what it prints. */
function run(program: string, args: readonly string[], user: Ids): string {
  const { status, stdout, stderr } = spawnSync(program, args, { ...user, cwd: tmpdir(), encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  return stdout
}

/** Returns a packed data folder that initdb has made, kept between runs: unpacking it takes a tenth of the time. */
function emptyData(programs: string, user: Ids): string {
  const [version] = /\d[\d.]*/.exec(run(join(programs, 'postgres'), ['--version'], user)) ?? []
  const template = join(tmpdir(), `lamella-pg-${version}.tar`)
  if (existsSync(template)) return template
  // Whole or not at all, since several processes may do so at once.
  const part = `${template}.${randomUUID()}`
  const how = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  run(join(programs, 'initdb'), ['-D', `${part}.data`, ...how], user)
  run('tar', ['-cf', part, '-C', `${part}.data`, '.'], user)
  rmSync(`${part}.data`, { recursive: true })
  renameSync(part, template)
  return template
}

/** Returns the folder of the server's programs. */
function binaries(): string | undefined {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    ...(asked.status === 0 ? [asked.stdout.trim()] : []),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

function idsOf(user: string): Ids | undefined {
  try {
    const id = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}
