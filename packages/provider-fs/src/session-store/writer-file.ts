import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Notice } from '@lamella/core'
import { appending, makeFolder, openIfThere, privateMode, readBytes, syncFolder, writeAll } from '../disk/durable.ts'
import { isMissing } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import { type ByteWindow, byteWindow } from './byte-window.ts'
import { reading } from './open-session.ts'
import { createOperations, type Operations } from './operations.ts'
import type { SessionPlace } from './places.ts'
import { moveTorn, type RepairOptions } from './repair.ts'
import { checkHeader, checkOrder, inspect, readHeader } from './session-file.ts'
import { emptyTail, type Tail } from './tail.ts'

/** The data about a session that a writer caches between two changes. */
export interface WriterState {
  readonly tail: Tail
  readonly operations: Operations
  /** Identifies the file: a new file with the same name has another identity. */
  readonly identity: string
  /** The start of the last record: its checksum, length and number. */
  readonly mark: Buffer
}

/** A session file that is open for writing. Requires the session's lock. */
export interface WriterFile {
  /** The state when the file was opened, or after the last `write`. */
  state(): WriterState
  window(): ByteWindow
  /** Appends to the file, atomically as far as the operating system allows. */
  write(text: string, tail: Tail): Promise<void>
  /** Syncs written data, which then survives a power failure. */
  sync(): Promise<void>
  close(): Promise<void>
}

const markBytes = 60
const nothing: Buffer = Buffer.alloc(0)
const noBytes: ByteWindow = { forward: async () => nothing, backward: async () => nothing }

/**
 * Opens a session for writing, and repairs its end: bytes of an incomplete append are moved to a file next to it. A
 * missing file is created on the first write.
 *
 * @param known The cached state. Used only if it is the same file with the same last record.
 * @throws LamellaError `SESSION_DAMAGED`
 */
export async function openForWriting(
  place: SessionPlace,
  known: WriterState | undefined,
  options: RepairOptions,
): Promise<WriterFile> {
  let file = await openIfThere(place.path, appending)
  try {
    let window = file ? byteWindow(file) : noBytes
    let state = await (file ? stateOf(place, file, known, options) : newState())
    return {
      state: () => state,
      window: () => window,
      async write(text, tail) {
        const opened = file ?? (await create(place.path, options.sync))
        const isNew = state.tail.end === 0
        file = opened
        // Left by a process that ended while it deleted or forked a session of that name.
        if (isNew) await rm(place.runPath, { force: true })
        const bytes = Buffer.from(text)
        try {
          await writeAll(opened, bytes)
        } catch (error) {
          // Restores the state before the write. If this also fails, the next writer finds the rest and moves it to
          // another file.
          await opened.truncate(state.tail.end).catch(() => {})
          throw error
        }
        // A copy, so that it does not keep the bytes of all messages in memory.
        const from = tail.lastAt - state.tail.end
        const mark = Buffer.from(bytes.subarray(from, from + markBytes))
        const identity = isNew ? identityOf(await opened.stat({ bigint: true })) : state.identity
        window = byteWindow(opened)
        state = { tail, operations: state.operations, identity, mark }
      },
      sync: async () => file?.datasync(),
      close: async () => file?.close(),
    }
  } catch (error) {
    await file?.close()
    throw error
  }
}

/**
 * Repairs the end of a session's file now, as the next append would: bytes of an incomplete append are moved to the
 * file next to it. Returns notices of what was moved.
 *
 * @throws LamellaError `SESSION_DAMAGED`
 */
export async function repairSession(place: SessionPlace, locks: Locks, sync: boolean): Promise<readonly Notice[]> {
  // If no repair is needed, nothing is written, not even a lock.
  const isTorn = await reading(place, locks, async ({ tail }) => tail.end < tail.size)
  if (isTorn !== true) return []
  const done: Notice[] = []
  await locks.hold(place.lock, async () => {
    const file = await openForWriting(place, undefined, { sync, onNotice: (notice) => done.push(notice) })
    await file.close()
  })
  return done
}

function newState(identity = ''): WriterState {
  return { tail: emptyTail, operations: createOperations(), identity, mark: nothing }
}

async function stateOf(
  place: SessionPlace,
  file: FileHandle,
  known: WriterState | undefined,
  options: RepairOptions,
): Promise<WriterState> {
  const stats = await file.stat({ bigint: true })
  const identity = identityOf(stats)
  const isKnown = known !== undefined && known.identity === identity && (await isContinued(file, known))
  if (isKnown && Number(stats.size) === known.tail.end) return known
  const session = await inspect(place, file)
  const header = await readHeader(session)
  checkHeader(place, header?.header, session.tail)
  await checkOrder(place, session)
  if (session.tail.end < session.tail.size) await moveTorn(place, file, session.tail, options)
  const { tail } = session
  if (tail.end === 0) return newState(identity)
  const mark = Buffer.from(await session.window.backward(tail.lastAt, Math.min(tail.end, tail.lastAt + markBytes)))
  const operations = isKnown && tail.end >= known.tail.end ? known.operations : createOperations()
  return { tail: { ...tail, size: tail.end, headerAt: header?.at }, operations, identity, mark }
}

/** Checks that the last known record is still in its place. */
async function isContinued(file: FileHandle, { tail, mark }: WriterState): Promise<boolean> {
  return mark.length > 0 && mark.equals(await readBytes(file, tail.lastAt, tail.lastAt + mark.length))
}

function identityOf({ ino, birthtimeNs }: { readonly ino: bigint; readonly birthtimeNs: bigint }): string {
  return `${ino} ${birthtimeNs}`
}

/** Creates a file, in folders that may be new, or that another process may be removing. */
async function create(path: string, sync: boolean): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    await makeFolder(dirname(path), sync)
    try {
      const file = await open(path, constants.O_CREAT | constants.O_EXCL | appending, privateMode.file)
      if (sync) await syncFolder(dirname(path))
      return file
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error
    }
  }
}
