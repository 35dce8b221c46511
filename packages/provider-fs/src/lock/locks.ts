import { link, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, privateMode } from '../disk/durable.ts'
import { fsError, isMissing, systemCode } from '../errors.ts'
import { isRunning, type LockOwner, type OwnFile, thisOwner } from './owner.ts'
import { breakLock, createWatch, readLock } from './stale.ts'

/** Named locks, respected by all processes that use a folder. */
export interface Locks {
  /**
   * Runs a task while holding the lock, exclusively within this process and across processes.
   *
   * @param task Receives a function that throws `STORE_BUSY` if the lock was lost because this process was suspended
   * for so long that it seemed dead. Call it right before every write.
   * @throws LamellaError `STORE_BUSY` when the lock could not be acquired in time
   */
  hold<Result>(name: string, task: (checkLock: () => Promise<void>) => Promise<Result>): Promise<Result>
  /** Checks whether a live owner holds the lock. Writes nothing. */
  isHeld(name: string): Promise<boolean>
  /** Removes this process's files from the folder. Locks can be acquired again afterwards. */
  close(): Promise<void>
}

/** Timing of locks, in milliseconds. */
export interface LockTimes {
  /** How long to wait for another owner. */
  readonly timeout: number
  /** How long an owner on another machine may be silent before it counts as dead. */
  readonly stale: number
}

/** Interval between checks whether the owner is alive, in milliseconds. */
const checkInterval = 100

/**
 * Implements locks as files in a folder. A lock is a hard link to a file that identifies its owner: creating the link
 * is a single operation that fails if the link exists, even on network file systems; no process can end between
 * acquiring the lock and identifying itself; and one time stamp serves as the sign of life for all locks of an owner.
 * (Node cannot use operating system locks, which end with their process, without an addon.)
 *
 * The lock of a dead process is removed immediately if its state is known, that is, on the same machine. Elsewhere it
 * is removed after `stale` milliseconds without a sign of life.
 */
export function createLocks(folder: string, { timeout, stale }: LockTimes): Locks {
  const inTurn = createTurns()
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
    // Lets an otherwise idle program exit; its locks end with it.
    beat.unref()
  }

  function end(): void {
    holding--
    if (holding === 0) clearInterval(beat)
  }

  async function take(path: string): Promise<OwnFile> {
    const started = performance.now()
    const isGone = createWatch(stale)
    let nextLook = started
    for (let attempt = 0; ; attempt++) {
      const mine = await own()
      try {
        await link(mine.path, path)
        return mine
      } catch (error) {
        if (isMissing(error)) {
          // Another process has cleaned up the folder.
          owner = undefined
          if (attempt < 10) continue
        }
        if (systemCode(error) !== 'EEXIST') throw error
      }
      const now = performance.now()
      if (now >= nextLook) {
        nextLook = now + checkInterval
        const held = await readLock(path)
        // A network file system may report that the link already exists although this call created it.
        if (held?.owner?.id === mine.owner.id) return mine
        if (held && (await isGone(held, mine.owner)) && (await breakLock(path, held, mine, isGone))) continue
        if (now - started > timeout) throw busy(path, held?.owner)
      }
      await pause(attempt)
    }
  }

  /** Removes this owner's lock, but not that of another owner who has taken it over. */
  async function release(path: string, mine: OwnFile, taken: number): Promise<void> {
    if (performance.now() - taken > stale / 2 && !(await isOwn(path, mine))) return
    await rm(path, { force: true })
  }

  return {
    hold: (name, task) =>
      inTurn(name, async () => {
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
      return held !== undefined && !(await createWatch(stale)(held, await thisOwner()))
    },
    close: async () => {
      const mine = await owner
      owner = undefined
      if (mine) await rm(mine.path, { force: true })
    },
  }
}

/** Creates what runs tasks of the same name in FIFO order. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(name: string, task: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(name) ?? Promise.resolve()).then(task)
    const done = Promise.allSettled([result]).then(() => {
      // Removed when no task is waiting.
      if (last.get(name) === done) last.delete(name)
    })
    last.set(name, done)
    return result
  }
}

async function makeOwner(folder: string): Promise<OwnFile> {
  await makeFolder(folder, false)
  const owner = await thisOwner()
  await sweep(folder, owner)
  const path = join(folder, `${owner.id}.owner`)
  await writeFile(path, `${JSON.stringify(owner)}\n`, { flag: 'wx', mode: privateMode.file })
  return { path, owner }
}

/** Removes the files of dead owners. Any remaining locks still identify them: they are links. */
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

/** Waits with growing, jittered delays of up to about 16 ms. */
function pause(attempt: number): Promise<void> {
  const longest = Math.min(16, 1.5 ** Math.min(attempt, 10))
  return new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)))
}

function busy(path: string, owner: LockOwner | undefined): Error {
  const who = owner === undefined ? 'Another process' : `Process ${owner.pid} on ${owner.host}`
  const fix = 'Try again; end that process if it hangs.'
  return fsError('STORE_BUSY', `${who} did not release the lock '${path}' in time.`, fix, { path })
}
