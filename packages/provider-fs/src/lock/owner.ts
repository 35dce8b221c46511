import { createHash, randomUUID } from 'node:crypto'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'

/** Who holds a lock, as its file says. */
export interface LockOwner {
  readonly pid: number
  /** When the process began, in the machine's own ticks; '' where the system does not tell. */
  readonly started: string
  /** The machine since it was started, and the space its process numbers count in. */
  readonly machine: string
  /** For people. */
  readonly host: string
  /** Different for each who asks, in one process too. */
  readonly id: string
}

/** The file that says who an owner is; his locks are links to it. */
export interface OwnFile {
  readonly path: string
  readonly owner: LockOwner
}

/** This process. */
export async function thisOwner(): Promise<LockOwner> {
  const host = hostname()
  // Containers can share a name and a folder, and count their processes apart.
  const parts = await Promise.all([
    ifReadable(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    ifReadable(readlink('/proc/self/ns/pid')),
  ])
  const machine = createHash('sha256')
    .update(JSON.stringify([host, ...parts]))
    .digest('hex')
    .slice(0, 16)
  return { pid: process.pid, started: await startOf(process.pid), machine, host, id: randomUUID() }
}

/** What a lock file says of its owner; `undefined` for any other text. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<LockOwner> | null
    const { pid, started, machine, host, id } = owner ?? {}
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof machine !== 'string') return undefined
    if (typeof host !== 'string' || typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return undefined
    return { pid, started, machine, host, id }
  } catch {
    return undefined
  }
}

/**
 * Whether another owner's process runs, as seen from `own`: `undefined` where that cannot be told, because it is on another
 * machine, or because its number may belong to another process by now.
 */
export async function isRunning(owner: LockOwner, own: LockOwner): Promise<boolean | undefined> {
  if (owner.machine !== own.machine) return undefined
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    // Not allowed to send to it: it is there.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const started = await startOf(owner.pid)
  return started === '' || owner.started === '' ? undefined : started === owner.started
}

/**
 * When a process began, `ended` for one that waits to be forgotten, '' where the system does not tell. On Linux field 22 of
 * /proc/<pid>/stat (proc(5)); the name before it may hold anything, `)` as well.
 */
async function startOf(pid: number): Promise<string> {
  const stat = await ifReadable(readFile(`/proc/${pid}/stat`, 'utf8'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '')
}

async function ifReadable(reading: Promise<string>): Promise<string> {
  try {
    return await reading
  } catch {
    return ''
  }
}
