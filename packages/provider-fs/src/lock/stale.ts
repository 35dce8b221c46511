import { link, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openIfThere } from '../disk/durable.ts'
import { isMissing, systemCode } from '../errors.ts'
import { isRunning, type LockOwner, type OwnFile, parseOwner } from './owner.ts'

/** A lock that somebody holds, or held when he ended. */
export interface HeldLock {
  /** `undefined` where the file does not say: a power failure can leave it empty. */
  readonly owner: LockOwner | undefined
  /** Names the owner in the folder. */
  readonly key: string
  /** When the owner last gave a sign of life, by the clock of the file system. */
  readonly beat: bigint
}

/** What the lock at a path says; `undefined` when there is none. */
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

/** Looks for signs of life. One for each who waits: what counts is the time that he himself has watched. */
export interface Watch {
  isGone(held: HeldLock, own: LockOwner): Promise<boolean>
}

export function createWatch(stale: number): Watch {
  const seen = new Map<string, { readonly beat: bigint; readonly since: number }>()
  return {
    async isGone(held, own) {
      const running = held.owner && (await isRunning(held.owner, own))
      if (running !== undefined) return !running
      const known = seen.get(held.key)
      if (known?.beat === held.beat) return performance.now() - known.since > stale
      seen.set(held.key, { beat: held.beat, since: performance.now() })
      return false
    },
  }
}

/**
 * Takes a lock away whose owner is gone, so that it can be had anew. It is removed only while holding a file that is named
 * after that owner, and only if it is still his: otherwise two who have seen the same old lock would remove it, and then the
 * new one of the first. Whoever ends in the middle leaves such a file behind, which is taken away in the same manner.
 *
 * @returns Whether the old lock is gone. If not, somebody else is at it.
 */
export async function breakLock(path: string, held: HeldLock, mine: OwnFile, watch: Watch): Promise<boolean> {
  const claim = join(dirname(path), `${held.key}.break`)
  try {
    await link(mine.path, claim)
  } catch (error) {
    if (isMissing(error)) return false
    if (systemCode(error) !== 'EEXIST') throw error
    const other = await readLock(claim)
    if (other && (await watch.isGone(other, mine.owner))) await breakLock(claim, other, mine, watch)
    return false
  }
  try {
    if ((await readLock(path))?.key === held.key) await unlink(path)
  } finally {
    await rm(claim, { force: true })
  }
  return true
}
