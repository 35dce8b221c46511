import { readFile } from 'node:fs/promises'
import type { Notice } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { StoredRun } from '@lamella/store'
import { appending, openIfThere, replaceFile, writeAll } from '../disk/durable.ts'
import { unlessAbsent } from '../errors.ts'
import { known, parsedJson } from '../json.ts'
import { notice } from '../notices.ts'
import type { SessionPlace } from './places.ts'
import { hasSum, withSum } from './record.ts'

/** The content of the file with the state of a run. */
interface RunFile {
  readonly stored: StoredRun
  /** A process ended while it added a line, which counts as not written. */
  readonly isTorn: boolean
}

/** A state of a run, or what was added to it, as JSON text. */
interface RunLine {
  readonly run: string
  readonly version: number
}

/**
 * Writes the state of a run to the file next to the session's, atomically: one line of JSON with a CRC-32 of the rest of
 * the line, the version and the state, and one for each addition. Requires the session's lock.
 *
 * @param lines The state, and what was added to it.
 * @param beforeMove Throws if the lock was lost.
 */
export async function writeRunFile(
  { runPath }: SessionPlace,
  lines: readonly RunLine[],
  sync: boolean,
  beforeMove?: () => Promise<void>,
): Promise<void> {
  await replaceFile(runPath, sync, (file) => writeAll(file, Buffer.concat(lines.map(encoded))), beforeMove)
}

/** Adds a line to the file with the state of a run, which must be there and not torn. Requires the session's lock. */
export async function addToRunFile({ runPath }: SessionPlace, line: RunLine, sync: boolean): Promise<void> {
  const file = await openIfThere(runPath, appending)
  try {
    await file?.appendFile(encoded(line))
    if (sync) await file?.sync()
  } finally {
    await file?.close()
  }
}

/** Returns the lines of a state: as they are kept, or with one version for all. */
export function linesOf({ run, added = [], version }: StoredRun): readonly RunLine[] {
  return [run, ...added].map((one) => ({ run: JSON.stringify(one), version }))
}

/**
 * Reads the state of a run; returns `undefined` if there is no file, or a damaged one.
 *
 * @param onNotice Gets the notice about the damage.
 */
export async function readRunFile(
  place: SessionPlace,
  onNotice: (notice: Notice) => void,
): Promise<RunFile | undefined> {
  const text = await unlessAbsent(readFile(place.runPath, 'utf8'))
  if (text === undefined) return undefined
  const [first = '', ...others] = text.split('\n')
  const torn = others.pop()
  const [run, ...added] = [first, ...others].flatMap((line) => parsed(line) ?? [])
  if (!run || added.length < others.length) {
    onNotice(damagedNotice(place))
    return undefined
  }
  const { version } = added.at(-1) ?? run
  return {
    stored: known({ run: run.run, added: added.length > 0 ? added.map((one) => one.run) : undefined, version }),
    isTorn: torn !== '',
  }
}

function encoded({ run, version }: RunLine): Buffer {
  return Buffer.from(withSum(`"version":${version},"run":${run}}`))
}

function parsed(line: string): StoredRun | undefined {
  // A right checksum means the data is as written, unless it was forged.
  const value = hasSum(Buffer.from(line)) ? parsedJson(line) : undefined
  const { version, run } = isObject(value) ? value : {}
  if (!Number.isSafeInteger(version) || Number(version) < 1 || !isObject(run)) return undefined
  return { run: run as StoredRun['run'], version: Number(version) }
}

function damagedNotice({ runPath, shown }: SessionPlace): Notice {
  const what = `The file '${runPath}' with the state of the session's run is damaged, so the run begins anew.`
  const fix = 'The next runs.write() replaces it. No message is lost.'
  return notice('SESSION_RUN_DAMAGED', [what, fix], shown, { file: runPath })
}
