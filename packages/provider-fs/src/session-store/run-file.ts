import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Notice } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { StoredRun } from '@lamella/store'
import { appending, openIfThere, replaceFile, writeAll } from '../disk/durable.ts'
import { unlessAbsent } from '../errors.ts'
import { notice } from '../notices.ts'
import type { SessionPlace } from './places.ts'
import { hex } from './record.ts'

/** The content of the file with the state of a run. */
export type RunFile =
  /** `isTorn`: a process ended while it added a line, which counts as not written. */
  { readonly stored: StoredRun; readonly isTorn: boolean } | { readonly notice: Notice }

const start = '{"sum":"'
/** The number of characters before the data that the checksum covers. */
const sumEnd = start.length + 10

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
 * @param mayReplace Throws if the lock was lost.
 */
export async function writeRunFile(
  { runPath }: SessionPlace,
  lines: readonly RunLine[],
  sync: boolean,
  mayReplace: () => Promise<void> = async () => {},
): Promise<void> {
  await replaceFile(
    runPath,
    sync,
    (file) => writeAll(file, Buffer.concat(lines.map(encoded))),
    async () => {
      await mayReplace()
      return true
    },
  )
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

/** Reads the state of a run; returns `undefined` if there is no file, and a notice if it is damaged. */
export async function readRunFile(place: SessionPlace): Promise<RunFile | undefined> {
  const text = await unlessAbsent(readFile(place.runPath, 'utf8'))
  if (text === undefined) return undefined
  const [first = '', ...others] = text.split('\n')
  const torn = others.pop()
  const [run, ...added] = [first, ...others].map(parsed)
  if (!run || added.includes(undefined)) return { notice: damagedNotice(place) }
  const all = added as readonly NonNullable<ReturnType<typeof parsed>>[]
  const parts = all.map((one) => one.run)
  const version = all.at(-1)?.version ?? run.version
  return { stored: { run: run.run, ...(parts.length > 0 && { added: parts }), version }, isTorn: torn !== '' }
}

function encoded({ run, version }: RunLine): Buffer {
  const summed = `"version":${version},"run":${run}}`
  return Buffer.from(`${start}${hex(crc32(summed))}",${summed}\n`)
}

function parsed(line: string): StoredRun | undefined {
  const summed = line.slice(sumEnd)
  if (line.slice(0, sumEnd) !== `${start}${hex(crc32(summed))}",`) return undefined
  try {
    // A right checksum means the data is as written, unless it was forged.
    const { version, run } = JSON.parse(`{${summed}`) as Readonly<Record<string, unknown>>
    if (!Number.isSafeInteger(version) || Number(version) < 1 || !isObject(run)) return undefined
    return { run: run as StoredRun['run'], version: Number(version) }
  } catch {
    return undefined
  }
}

function damagedNotice({ runPath, shown }: SessionPlace): Notice {
  const what = `The file '${runPath}' with the state of the session's run is damaged, so the run begins anew.`
  const fix = 'The next runs.write() replaces it. No message is lost.'
  return notice('SESSION_RUN_DAMAGED', [what, fix], shown, { file: runPath })
}
