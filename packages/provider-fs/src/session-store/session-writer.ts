import type { Notice } from '@lamella/core'
import { onDisk, unavailable } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import type { SessionPlace } from './places.ts'
import type { ChangeRequest } from './plan-change.ts'
import { createStates } from './states.ts'
import type { WriterTail } from './write-change.ts'
import { openForWriting, type WriterFile } from './writer-file.ts'

/** Changes sessions, one after the other. */
export interface SessionWriter {
  /** Does what is asked for, as soon as it is its turn. What waits for one session is written together. */
  run<Answer>(place: SessionPlace, request: ChangeRequest<Answer>): Promise<Answer>
  /** Forgets what was known of a session. */
  forget(place: SessionPlace): void
}

/** How sessions are written. */
export interface SessionWriterOptions {
  readonly locks: Locks
  /** `true`: a change is done when it would outlive the power. */
  readonly sync: boolean
  /** Told of each file that was written and not made to last. */
  readonly onWritten: (path: string) => void
  readonly onNotice: (notice: Notice) => void
}

/** What waits for its turn. */
interface Job {
  readonly request: ChangeRequest<unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/** UTF-16 units that are written at once, about. */
const mostAtOnce = 4 * 1024 * 1024
/** For how many milliseconds one process may keep a session to itself while others wait. */
const longestTurn = 100

export function createSessionWriter({ locks, sync, onWritten, onNotice }: SessionWriterOptions): SessionWriter {
  const waiting = new Map<string, Job[]>()
  const states = createStates()

  /** Does what waits until nothing does. */
  async function work(place: SessionPlace, jobs: Job[]): Promise<void> {
    while (jobs.length > 0) {
      try {
        await onDisk(place.path, () => locks.hold(place.lock, (mustHold) => turn(place, jobs, mustHold)))
      } catch (error) {
        // The lock was not to be had, or the file not to be read: it concerns all who wait.
        for (const { reject } of jobs.splice(0)) reject(error)
      }
    }
    waiting.delete(place.path)
  }

  async function turn(place: SessionPlace, jobs: Job[], mustHold: () => Promise<void>): Promise<void> {
    const file = await openForWriting(place, states.get(place.path), { sync, onNotice })
    const started = performance.now()
    try {
      while (jobs.length > 0 && performance.now() - started < longestTurn) await writeSome(place, file, jobs, mustHold)
      states.set(place.path, file.state())
    } catch (error) {
      states.delete(place.path)
      throw error
    } finally {
      await file.close()
    }
  }

  /** Plans what waits, writes it at once, and then tells those who wait. */
  async function writeSome(
    place: SessionPlace,
    file: WriterFile,
    jobs: Job[],
    mustHold: () => Promise<void>,
  ): Promise<void> {
    const before = file.state()
    const taken: Job[] = []
    const answers: (() => void)[] = []
    const changes: { readonly operation: string | undefined; readonly from: number; readonly to: number }[] = []
    const names = new Set<string>()
    let { tail } = before
    let text = ''
    try {
      for (let job = jobs[0]; job && text.length < mostAtOnce; job = jobs[0]) {
        const { request, resolve, reject } = job
        const { operation } = request.change
        // The same name again: when the first is written, its answer is in the file.
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
      if (text !== '') await write(place, file, text, tail, mustHold)
    } catch (thrown) {
      const error = unavailable(place.path, thrown)
      for (const { reject } of taken) reject(error)
      throw error
    }
    for (const { operation, from, to } of changes) before.operations.add(operation, from, to)
    for (const answer of answers) answer()
  }

  async function write(
    place: SessionPlace,
    file: WriterFile,
    text: string,
    tail: WriterTail,
    mustHold: () => Promise<void>,
  ): Promise<void> {
    await mustHold()
    await file.write(text, tail)
    if (sync) await file.sync()
    else onWritten(place.path)
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
