import { link, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fsError, isMissing, systemCode } from '../errors.ts'
import { isRunning, type LockOwner, type OwnFile, thisOwner } from './owner.ts'
import { breakLock, createWatch, readLock } from './stale.ts'
import { createTurns } from './turns.ts'

/** Locks by name, which all processes that use a folder respect. */
export interface Locks {
  /**
   * Runs a task while nobody else holds the lock of that name, in this process or in any other.
   *
   * @param task Is given a function that throws `STORE_BUSY` if the lock was taken away, because this process stood still
   * for so long that it seemed to be gone. To be asked right before something is written.
   * @throws LamellaError `STORE_BUSY` when the lock was not to be had in time
   */
  hold<Result>(name: string, task: (mustHold: () => Promise<void>) => Promise<Result>): Promise<Result>
  /** Whether somebody who is there holds the lock of that name. Writes nothing. */
  isHeld(name: string): Promise<boolean>
  /** Removes what this process has in the folder. Locks can be had again afterwards. */
  close(): Promise<void>
}

/** How locks are had. Milliseconds. */
export interface LockTimes {
  /** For how long one waits for another. */
  readonly timeout: number
  /** Without a sign of life for so long an owner on another machine counts as gone. */
  readonly stale: number
}

/** Looked at whether the owner is there, in milliseconds. */
const lookEvery = 100

/**
 * Locks as files of a folder. A lock is a hard link to the file in which its owner says who he is: making one is a single
 * step that fails where there is one already, on network file systems too; no process can end between taking it and saying
 * who it is; and one time stamp is the sign of life of all locks of an owner. (Locks of the operating system, which end with
 * their process, are not to be had in Node without an addon.)
 *
 * The lock of a process that ended is taken away at once where that can be told: on the same machine. Elsewhere it is taken
 * away after `stale` milliseconds without a sign of life.
 */
export function createLocks(folder: string, { timeout, stale }: LockTimes): Locks {
  const turns = createTurns()
  let owner: Promise<OwnFile> | undefined
  let holding = 0
  let beat: NodeJS.Timeout | undefined

  const own = (): Promise<OwnFile> => {
    owner ??= makeOwner(folder).catch((error: unknown) => {
      owner = undefined
      throw error
    })
    return owner
  }

  function begin(file: string): void {
    holding++
    if (holding > 1) return
    beat = setInterval(() => {
      const now = new Date()
      utimes(file, now, now).catch(() => {})
    }, stale / 5)
    // A program that has nothing else to do may end; its locks end with it.
    beat.unref()
  }

  function end(): void {
    holding--
    if (holding === 0) clearInterval(beat)
  }

  async function take(path: string): Promise<OwnFile> {
    const started = performance.now()
    const watch = createWatch(stale)
    let nextLook = started
    for (let attempt = 0; ; attempt++) {
      const mine = await own()
      try {
        await link(mine.path, path)
        return mine
      } catch (error) {
        if (isMissing(error)) {
          // Somebody has cleaned up in the folder.
          owner = undefined
          if (attempt < 10) continue
        }
        if (systemCode(error) !== 'EEXIST') throw error
      }
      const now = performance.now()
      if (now >= nextLook) {
        nextLook = now + lookEvery
        const held = await readLock(path)
        // A network file system may say that the link was there already when it made it itself.
        if (held?.owner?.id === mine.owner.id) return mine
        if (held && (await watch.isGone(held, mine.owner)) && (await breakLock(path, held, mine, watch))) continue
        if (now - started > timeout) throw busy(path, held?.owner)
      }
      await pause(attempt)
    }
  }

  /** Removes the lock, but not that of another, who took this one away. */
  async function release(path: string, mine: OwnFile, taken: number): Promise<void> {
    if (performance.now() - taken > stale / 2 && !(await isOwn(path, mine))) return
    await rm(path, { force: true })
  }

  return {
    hold: (name, task) =>
      turns.take(name, async () => {
        const path = join(folder, `${name}.lock`)
        const mine = await take(path)
        const taken = performance.now()
        begin(mine.path)
        try {
          return await task(async () => {
            if (performance.now() - taken > stale / 2 && !(await isOwn(path, mine))) throw busy(path, undefined)
          })
        } finally {
          end()
          await release(path, mine, taken)
        }
      }),
    isHeld: async (name) => {
      const held = await readLock(join(folder, `${name}.lock`))
      return held !== undefined && !(await createWatch(stale).isGone(held, await thisOwner()))
    },
    close: async () => {
      const mine = await owner
      owner = undefined
      if (mine) await rm(mine.path, { force: true })
    },
  }
}

async function makeOwner(folder: string): Promise<OwnFile> {
  await mkdir(folder, { recursive: true })
  const owner = await thisOwner()
  await sweep(folder, owner)
  const path = join(folder, `${owner.id}.owner`)
  await writeFile(path, `${JSON.stringify(owner)}\n`, { flag: 'wx' })
  return { path, owner }
}

/** Removes the files of owners that ended. Their locks, if they left any, still say whose they are: they are links. */
async function sweep(folder: string, own: LockOwner): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.owner')) continue
    const path = join(folder, name)
    const found = await readLock(path)
    if (found?.owner && (await isRunning(found.owner, own)) === false) await rm(path, { force: true })
  }
}

async function isOwn(path: string, mine: OwnFile): Promise<boolean> {
  return (await readLock(path))?.owner?.id === mine.owner.id
}

/** Longer and longer, up to some 16 ms, and never in step with others. */
function pause(attempt: number): Promise<void> {
  const longest = Math.min(16, 1.5 ** Math.min(attempt, 10))
  return new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)))
}

function busy(path: string, owner: LockOwner | undefined): Error {
  const who = owner === undefined ? 'Another process' : `Process ${owner.pid} on ${owner.host}`
  const fix = 'Try again; end that process if it stands still.'
  return fsError('STORE_BUSY', `${who} holds the lock '${path}' all the time.`, fix, { path })
}
