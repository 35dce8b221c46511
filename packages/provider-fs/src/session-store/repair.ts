import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Notice } from '@lamella/core'
import { appending, privateMode, readBytes, writeAll } from '../disk/durable.ts'
import { tornNotice } from './damage.ts'
import type { SessionPlace } from './places.ts'
import type { Tail } from './tail.ts'

/** Options for repairing the end of a file. */
export interface RepairOptions {
  /** Whether writes must survive a power failure. */
  readonly sync: boolean
  readonly onNotice: (notice: Notice) => void
}

const chunk = 1024 * 1024

/**
 * Moves the bytes after a session's end to the file next to it, for inspection: a line of JSON with the offset and the
 * number of the bytes, then the bytes, then a line break. An interruption loses nothing: the bytes are then in both
 * files and are moved again.
 */
export async function moveTorn(
  place: SessionPlace,
  file: FileHandle,
  { end, size }: Tail,
  { sync, onNotice }: RepairOptions,
): Promise<void> {
  const torn = await open(place.tornPath, constants.O_CREAT | appending, privateMode.file)
  try {
    await writeAll(torn, Buffer.from(`${JSON.stringify({ torn: { from: end, bytes: size - end } })}\n`))
    for (let at = end; at < size; at += chunk)
      await writeAll(torn, await readBytes(file, at, Math.min(size, at + chunk)))
    await writeAll(torn, Buffer.from('\n'))
    if (sync) await torn.sync()
  } finally {
    await torn.close()
  }
  await file.truncate(end)
  const shown = `${place.shown.slice(0, place.shown.lastIndexOf('.'))}${place.tornPath.slice(place.tornPath.lastIndexOf('.'))}`
  onNotice(tornNotice(place, size - end, shown))
}
