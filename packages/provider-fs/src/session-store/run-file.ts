import { constants } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createFile, openIfThere, writeAll } from '../disk/durable.ts'
import { isAbsent } from '../errors.ts'
import type { SessionPlace } from './places.ts'
import { type RunPlace, readRecord } from './record.ts'

/** The file of a run's state, to write. */
export interface RunFile {
  readonly slot: RunPlace['slot']
  /** Its only line. */
  readonly text: string
}

/**
 * The state of a run is in one of two files next to the session's, in turn: the new state is written to the free one,
 * then a line of the session's file says where it is, then the other is emptied. If the process ends in between, the
 * session's file still names a file that is whole. Requires the session's lock.
 */
export async function writeRunFile({ runPaths }: SessionPlace, { slot, text }: RunFile, sync: boolean): Promise<void> {
  const path = runPaths[slot]
  const file = (await openIfThere(path, 'r+')) ?? (await createFile(path, constants.O_RDWR, sync))
  try {
    await file.truncate(0)
    await writeAll(file, Buffer.from(text))
    if (sync) await file.datasync()
  } finally {
    await file.close()
  }
}

/** Empties the files of states that the session's file does not name, so that their bytes are gone. */
export async function emptyRunFiles(
  { runPaths }: SessionPlace,
  named: RunPlace['slot'] | undefined,
  sync: boolean,
): Promise<void> {
  for (const path of runPaths) {
    if (named !== undefined && path === runPaths[named]) continue
    const file = await openIfThere(path, 'r+')
    if (!file) continue
    try {
      if ((await file.stat()).size === 0) continue
      await file.truncate(0)
      if (sync) await file.datasync()
    } finally {
      await file.close()
    }
  }
}

/** Reads a state as JSON text; `undefined` if the file does not have the state that the session's file names. */
export async function readRunFile({ runPaths }: SessionPlace, { slot, sum }: RunPlace): Promise<string | undefined> {
  try {
    const bytes = await readFile(runPaths[slot])
    const record = readRecord(bytes.subarray(0, -1))
    return record?.run && record.sum === sum ? JSON.stringify(record.run) : undefined
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
