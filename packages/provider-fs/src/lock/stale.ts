import { link, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openIfThere } from '../disk/durable.ts'
import { isMissing, systemCode } from '../errors.ts'
import { isRunning, type LockOwner, type OwnFile, parseOwner } from './owner.ts'

/** A lock that is held, or was held when its owner died. */
export interface HeldLock {
  /** `undefined` if the file has no owner: a power failure can leave it empty. */
  readonly owner: LockOwner | undefined
  /** Identifies the owner in the folder. */
  readonly key: string
  /** The owner's last sign of life, by the file system's clock. */
  readonly beat: bigint
}

/** Reads the lock at a path; returns `undefined` if it does not exist. */
export async function readLock(path: string): Promise<HeldLock | undefined> {
  const file = await openIfThere(path, 'r')
  if (!file) return undefined
  try {
    const { ino, mtimeNs } = await file.stat({ bigint: true })
    const owner = parseOwner(await file.readFile('utf8'))
    return { owner, key: owner?.id ?? `file-${ino}`, beat: mtimeNs }
  } finally {
    await file.close()
  }
}

/** Whether the owner of a lock shows no sign of life. */
type Watch = (held: HeldLock, own: LockOwner) => Promise<boolean>

/** Creates what watches for signs of life. Each waiter has its own: only time that it has observed itself counts. */
export function createWatch(stale: number): Watch {
  const seen = new Map<string, { readonly beat: bigint; readonly since: number }>()
  return async ({ owner, key, beat }, own) => {
    const running = owner && (await isRunning(owner, own))
    if (running !== undefined) return !running
    const known = seen.get(key)
    if (known?.beat === beat) return performance.now() - known.since > stale
    seen.set(key, { beat, since: performance.now() })
    return false
  }
}

/**
 * Removes the lock of a dead owner, so that it can be acquired again. It is removed only while holding a file named
 * after that owner, and only if the lock still belongs to that owner: otherwise two processes that saw the same old
 * lock could remove it, and then remove the new lock of the first. A process that dies midway leaves such a file, which
 * is removed the same way.
 *
 * @returns Whether the old lock is gone. If not, another process is already removing it.
 */
export async function breakLock(path: string, held: HeldLock, mine: OwnFile, isGone: Watch): Promise<boolean> {
  const claim = join(dirname(path), `${held.key}.break`)
  try {
    await link(mine.path, claim)
  } catch (error) {
    if (isMissing(error)) return false
    if (systemCode(error) !== 'EEXIST') throw error
    const other = await readLock(claim)
    if (other && (await isGone(other, mine.owner))) await breakLock(claim, other, mine, isGone)
    return false
  }
  try {
    if ((await readLock(path))?.key === held.key) await unlink(path)
  } finally {
    await rm(claim, { force: true })
  }
  return true
}
