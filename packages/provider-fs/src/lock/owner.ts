import { createHash, randomUUID } from 'node:crypto'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { isObject } from '@lamella/core/plugin'
import { parsedJson } from '../json.ts'

/** The owner of a lock, as written in its file. */
export interface LockOwner {
  readonly pid: number
  /** When the process started, in the machine's clock ticks; '' if the system does not report it. */
  readonly started: string
  /** Identifies the machine's current boot and PID namespace. */
  readonly machine: string
  /** For display. */
  readonly host: string
  /** Unique per call, even within one process. */
  readonly id: string
}

/** The file that identifies an owner; its locks are links to this file. */
export interface OwnFile {
  readonly path: string
  readonly owner: LockOwner
}

/** Returns the owner record of this process. */
export async function thisOwner(): Promise<LockOwner> {
  const host = hostname()
  // Containers can share a host name and a folder but have separate process numbers.
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

/** Parses the owner from a lock file; returns `undefined` for any other text. */
export function parseOwner(text: string): LockOwner | undefined {
  const owner = parsedJson(text)
  const { pid, started, machine, host, id } = isObject(owner) ? owner : {}
  if (typeof pid !== 'number' || typeof started !== 'string' || typeof machine !== 'string') return undefined
  if (typeof host !== 'string' || typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) return undefined
  return { pid, started, machine, host, id }
}

/**
 * Checks whether another owner's process is running, as seen from `own`. Returns `undefined` if that is unknown,
 * because the process is on another machine or its number may have been reused.
 */
export async function isRunning(owner: LockOwner, own: LockOwner): Promise<boolean | undefined> {
  if (owner.machine !== own.machine) return undefined
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    // Without permission to signal it, the process exists.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const started = await startOf(owner.pid)
  return started === '' || owner.started === '' ? undefined : started === owner.started
}

/**
 * Returns when a process started, `ended` for a zombie, or '' if the system does not report it. Reads field 22 of
 * /proc/<pid>/stat on Linux (proc(5)); the preceding process name may contain anything, including `)`.
 */
async function startOf(pid: number): Promise<string> {
  const stat = await ifReadable(readFile(`/proc/${pid}/stat`, 'utf8'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '')
}

function ifReadable(reading: Promise<string>): Promise<string> {
  return reading.catch(() => '')
}
