import type { Notice } from '@lamella/core'
import { onDisk, unavailable } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import type { SessionPlace } from './places.ts'
import type { ChangeRequest } from './plan-change.ts'
import { openForWriting, type WriterFile, type WriterState } from './writer-file.ts'

/** Changes sessions, one change at a time. */
export interface SessionWriter {
  /** Runs a request when its turn comes. Waiting requests for one session are written together. */
  run<Answer>(place: SessionPlace, request: ChangeRequest<Answer>): Promise<Answer>
  /** Discards the cached state of a session. */
  forget(place: SessionPlace): void
}

/** Options for writing sessions. */
export interface SessionWriterOptions {
  readonly locks: Locks
  /** `true`: a change is complete only when it would survive a power failure. */
  readonly sync: boolean
  /** Called for each file that was written but not synced. */
  readonly onWritten: (path: string) => void
  readonly onNotice: (notice: Notice) => void
}

/** A waiting request. */
interface Job {
  readonly request: ChangeRequest<unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Approximate number of UTF-16 units per write. */
const writeSize = 4 * 1024 * 1024
/** How long one process may hold a session while others wait, in milliseconds. */
const maxTurn = 100

export function createSessionWriter({ locks, sync, onWritten, onNotice }: SessionWriterOptions): SessionWriter {
  const waiting = new Map<string, Job[]>()
  const states = createStates()

  /** Runs waiting requests until none is left. */
  async function work(place: SessionPlace, jobs: Job[]): Promise<void> {
    while (jobs.length > 0) {
      try {
        await onDisk(place.path, () => locks.hold(place.lock, (checkLock) => turn(place, jobs, checkLock)))
      } catch (error) {
        // The lock could not be acquired, or the file could not be read: all waiting requests fail.
        for (const { reject } of jobs.splice(0)) reject(error)
      }
    }
    waiting.delete(place.path)
  }

  async function turn(place: SessionPlace, jobs: Job[], checkLock: () => Promise<void>): Promise<void> {
    const file = await openForWriting(place, states.get(place.path), { sync, onNotice })
    const started = performance.now()
    try {
      while (jobs.length > 0 && performance.now() - started < maxTurn) await writeSome(place, file, jobs, checkLock)
      states.set(place.path, file.state())
    } catch (error) {
      states.delete(place.path)
      throw error
    } finally {
      await file.close()
    }
  }

  /** Plans the waiting requests, writes them in one go, and then resolves them. */
  async function writeSome(
    place: SessionPlace,
    file: WriterFile,
    jobs: Job[],
    checkLock: () => Promise<void>,
  ): Promise<void> {
    const before = file.state()
    const taken: Job[] = []
    const answers: (() => void)[] = []
    const changes: { readonly operation: string | undefined; readonly from: number; readonly to: number }[] = []
    const names = new Set<string>()
    let { tail } = before
    let text = ''
    try {
      for (let job = jobs[0]; job && text.length < writeSize; job = jobs[0]) {
        const { request, resolve, reject } = job
        const { operation } = request.change
        // A repeated name: once the first change is written, its result is in the file.
        if (operation !== undefined && names.has(operation)) break
        taken.push(job)
        jobs.shift()
        const done = operation && (await before.operations.find(file.window(), before.tail.end, operation))
        try {
          const { written, answer } = request.plan(tail, done || undefined)
          answers.push(() => resolve(answer))
          if (!written) continue
          changes.push({ operation, from: tail.end, to: written.tail.end })
          if (operation !== undefined) names.add(operation)
          text += written.text
          tail = written.tail
        } catch (error) {
          answers.push(() => reject(error))
        }
      }
      if (text !== '') {
        await checkLock()
        await file.write(text, tail)
        if (sync) await file.sync()
        else onWritten(place.path)
      }
    } catch (thrown) {
      const error = unavailable(place.path, thrown)
      for (const { reject } of taken) reject(error)
      throw error
    }
    for (const { operation, from, to } of changes) before.operations.add(operation, from, to)
    for (const answer of answers) answer()
  }

  return {
    run: (place, request) =>
      new Promise((resolve, reject) => {
        const job = { request, resolve: resolve as (answer: unknown) => void, reject }
        const jobs = waiting.get(place.path)
        if (jobs) jobs.push(job)
        else {
          const started = [job]
          waiting.set(place.path, started)
          work(place, started).catch(reject)
        }
      }),
    forget: (place) => states.delete(place.path),
  }
}

/**
 * Limits for sessions, and for change names in all of them together (about 25 bytes each). One session may exceed the
 * second limit.
 */
const maxSessions = 1_000
const maxOperations = 1_000_000

/** Creates a memory for the states of sessions, by path: the most recently used, within limits. */
function createStates() {
  // In order of use, the most recent last.
  const states = new Map<string, WriterState>()
  const operations = (): number => [...states.values()].reduce((sum, state) => sum + state.operations.count(), 0)
  return {
    get: (path: string) => states.get(path),
    set(path: string, state: WriterState): void {
      states.delete(path)
      states.set(path, state)
      while (states.size > maxSessions) forgetOldest(states)
      // Counted only if there could be too many.
      if (state.operations.count() * states.size < maxOperations) return
      while (states.size > 1 && operations() > maxOperations) forgetOldest(states)
    },
    delete: (path: string): void => {
      states.delete(path)
    },
  }
}

function forgetOldest(states: Map<string, WriterState>): void {
  const [oldest] = states.keys()
  if (oldest !== undefined) states.delete(oldest)
}
