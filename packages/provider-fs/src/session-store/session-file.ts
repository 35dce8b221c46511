import type { FileHandle } from 'node:fs/promises'
import { LamellaError } from '@lamella/core'
import { mustReadFormat, type StoredFormat } from '@lamella/core/plugin'
import type { SessionInfo } from '@lamella/store'
import { readBytes } from '../disk/durable.ts'
import { known } from '../json.ts'
import { type ByteWindow, byteWindow } from './byte-window.ts'
import { piecesBackward, recordAt } from './pieces.ts'
import type { SessionPlace } from './places.ts'
import type { SessionHeader, SessionRecord } from './record.ts'
import { emptyTail, readTail, type Tail } from './tail.ts'

/** Version of the format that this package writes. */
export const formatVersion = 1

/** An open session file, as of when it was inspected. */
export interface SessionFile {
  readonly file: FileHandle
  readonly window: ByteWindow
  readonly tail: Tail
}

/**
 * Inspects an open file.
 *
 * @throws LamellaError `FORMAT_NEWER`
 */
export async function inspect(place: SessionPlace, file: FileHandle): Promise<SessionFile> {
  const { size } = await file.stat()
  await checkVersion(place, file, size)
  const window = byteWindow(file)
  return { file, window, tail: size === 0 ? emptyTail : await readTail(window, size) }
}

/** The characters of a file within which its header says the version, in each version of the format. */
const beginning = 512

/** Checks the version that a header says. One that is damaged says none: what can be read of its file is read. */
async function checkVersion({ path }: SessionPlace, file: FileHandle, size: number): Promise<void> {
  const text = (await readBytes(file, 0, Math.min(size, beginning))).toString('latin1')
  const found = Number(/"header":\{"lamella":"session","v":(\d{1,9})\b/.exec(text)?.[1] ?? 0)
  if (found <= formatVersion) return
  const { header } = (await readHeader({ window: byteWindow(file), tail: { ...emptyTail, end: size } })) ?? {}
  mustReadFormat(header?.v, fileFormat(`The file '${path}'`))
}

/** The format of a session file, for `mustReadFormat`. */
export function fileFormat(what: string): StoredFormat {
  return { format: 'session file', what, known: formatVersion, from: '@lamella/provider-fs' }
}

/** Returns the first record of a file; `undefined` when it is damaged. */
export async function readHeader({
  window,
  tail,
}: Pick<SessionFile, 'window' | 'tail'>): Promise<SessionRecord | undefined> {
  const record = await recordAt(window, 0, tail.end)
  return record?.header && record
}

/**
 * Checks that a file matches its place.
 *
 * @throws LamellaError `SESSION_DAMAGED`
 */
export function checkHeader(place: SessionPlace, header: SessionHeader | undefined, tail: Tail): void {
  if (tail.lost) throw damaged(place, 'has no readable record', 'Move it to another folder, or restore it from a copy.')
  if (!header) return
  const { tenant, user, agent } = place.owner
  const isIts =
    header.session === place.id && header.tenant === tenant && header.user === user && header.agent === agent
  if (!isIts) throw damaged(place, 'belongs to another session or owner', 'Restore its original file name.')
}

/**
 * Checks that the last record of a file comes after the one before it: with lines in another order, the next message would take
 * a position that is used.
 *
 * @throws LamellaError `SESSION_DAMAGED`
 */
export async function checkOrder(place: SessionPlace, { window, tail }: SessionFile): Promise<void> {
  let after: SessionRecord | undefined
  for await (const { record } of piecesBackward(window, tail.end)) {
    if (record === undefined) return
    if (after !== undefined && after.seq > record.seq) return
    if (after !== undefined) throw damaged(place, 'has lines in another order', 'Restore their order, or a copy.')
    after = record
  }
}

/** Returns the information about a session. */
export function infoOf(id: string, tail: Tail, header: SessionRecord | undefined): SessionInfo {
  return known({
    id,
    revision: tail.revision,
    length: tail.length,
    size: tail.textSize,
    createdAt: header?.at ?? tail.createdAt,
    updatedAt: tail.updatedAt,
    forkedFrom: header?.header?.forkedFrom,
  })
}

/** Creates the error for a file that a store cannot continue. */
export function damaged({ id, path }: SessionPlace, problem: string, fix: string): Error {
  const what = `The file '${path}' ${problem}.`
  return new LamellaError({ code: 'SESSION_DAMAGED', what, fix, details: { session: id } })
}
