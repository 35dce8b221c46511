import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { appending, makeFolder, openIfThere, readBytes, syncFolder, writeAll } from '../disk/durable.ts'
import { isMissing } from '../errors.ts'
import { type ByteWindow, byteWindow } from './byte-window.ts'
import { createOperations, type Operations } from './operations.ts'
import type { SessionPlace } from './places.ts'
import { moveTorn, type RepairOptions } from './repair.ts'
import { checkHeader, inspect, readHeader } from './session-file.ts'
import { emptyTail } from './tail.ts'
import type { WriterTail } from './write-change.ts'

/** What a writer remembers of a session between two changes. */
export interface WriterState {
  readonly tail: WriterTail
  readonly operations: Operations
  /** Which file it is: two that have one name after the other differ. */
  readonly identity: string
  /** How the last record begins: its checksum, its length and its number. */
  readonly mark: Buffer
}

/** A session file that is open for writing. Only who holds the session's lock has one. */
export interface WriterFile {
  /** As it was when it was opened, and as it is after each `write`. */
  state(): WriterState
  window(): ByteWindow
  /** Writes at the end, all or nothing as far as the operating system lets it. */
  write(text: string, tail: WriterTail): Promise<void>
  /** What was written outlives the power when this resolves. */
  sync(): Promise<void>
  close(): Promise<void>
}

const markBytes = 60
const nothing: Buffer = Buffer.alloc(0)
const noBytes: ByteWindow = { forward: async () => nothing, backward: async () => nothing }

/**
 * Opens a session for writing, and brings its end in order: bytes of an append that was never finished are moved to a file
 * beside it. A session that is not there is made when something is written.
 *
 * @param known What was remembered of it. Believed if the file is that one, and ends as it did.
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
        const bytes = Buffer.from(text)
        try {
          await writeAll(opened, bytes)
        } catch (error) {
          // As if nothing had been tried. If this fails, too, the next writer finds the rest and moves it aside.
          await opened.truncate(state.tail.end).catch(() => {})
          throw error
        }
        // A copy, so that the bytes of all messages are not kept with it.
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

async function newState(): Promise<WriterState> {
  const tail = { ...emptyTail, headerAt: undefined }
  return { tail, operations: createOperations(), identity: '', mark: nothing }
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
  const session = await inspect(file)
  const header = await readHeader(session)
  checkHeader(place, header?.header, session.tail)
  if (session.tail.end < session.tail.size) await moveTorn(place, file, session.tail, options)
  const { tail } = session
  if (tail.end === 0) return { ...(await newState()), identity }
  const mark = Buffer.from(await session.window.backward(tail.lastAt, Math.min(tail.end, tail.lastAt + markBytes)))
  const operations = isKnown && tail.end >= known.tail.end ? known.operations : createOperations()
  return { tail: { ...tail, size: tail.end, headerAt: header?.at }, operations, identity, mark }
}

/** Whether the last record that was known is where it was. */
async function isContinued(file: FileHandle, { tail, mark }: WriterState): Promise<boolean> {
  return mark.length > 0 && mark.equals(await readBytes(file, tail.lastAt, tail.lastAt + mark.length))
}

function identityOf({ ino, birthtimeNs }: { readonly ino: bigint; readonly birthtimeNs: bigint }): string {
  return `${ino} ${birthtimeNs}`
}

/** A new file, in folders that may be new, or just be removed by somebody else. */
async function create(path: string, sync: boolean): Promise<FileHandle> {
  for (let attempt = 1; ; attempt++) {
    await makeFolder(dirname(path), sync)
    try {
      const file = await open(path, constants.O_CREAT | constants.O_EXCL | appending)
      if (sync) await syncFolder(dirname(path))
      return file
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error
    }
  }
}
