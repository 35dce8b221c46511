import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Notice } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { StoredRun } from '@lamella/store'
import { replaceFile, writeAll } from '../disk/durable.ts'
import { isAbsent } from '../errors.ts'
import { notice } from '../notices.ts'
import type { SessionPlace } from './places.ts'
import { hex } from './record.ts'

/** The content of the file with the state of a run. */
export type RunFile = { readonly stored: StoredRun } | { readonly notice: Notice }

const start = '{"sum":"'
/** The number of characters before the data that the checksum covers. */
const sumEnd = start.length + 10

/**
 * Writes the state of a run to the file next to the session's, atomically: one line of JSON with a CRC-32 of the rest of
 * the line, the version and the state. Requires the session's lock.
 *
 * @param run The state, as JSON text.
 * @param mayReplace Throws if the lock was lost.
 */
export async function writeRunFile(
  { runPath }: SessionPlace,
  { run, version }: { readonly run: string; readonly version: number },
  sync: boolean,
  mayReplace: () => Promise<void> = async () => {},
): Promise<void> {
  const summed = `"version":${version},"run":${run}}`
  const line = Buffer.from(`${start}${hex(crc32(summed))}",${summed}\n`)
  await replaceFile(
    runPath,
    sync,
    (file) => writeAll(file, line),
    async () => {
      await mayReplace()
      return true
    },
  )
}

/** Reads the state of a run; returns `undefined` if there is no file, and a notice if it is damaged. */
export async function readRunFile(place: SessionPlace): Promise<RunFile | undefined> {
  let text: string
  try {
    text = await readFile(place.runPath, 'utf8')
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
  const stored = parsed(text)
  return stored ? { stored } : { notice: damagedNotice(place) }
}

function parsed(text: string): StoredRun | undefined {
  const summed = text.slice(sumEnd).trimEnd()
  if (text.slice(0, sumEnd) !== `${start}${hex(crc32(summed))}",`) return undefined
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
  const fix = 'The next writeRun() replaces it. No message is lost.'
  return notice('SESSION_RUN_DAMAGED', [what, fix], shown, { file: runPath })
}
