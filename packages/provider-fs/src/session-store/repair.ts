import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Notice } from '@lamella/core'
import { appending, readBytes, writeAll } from '../disk/durable.ts'
import { tornNotice } from './damage.ts'
import type { SessionPlace } from './places.ts'
import type { Tail } from './tail.ts'

/** How a file's end is brought in order. */
export interface RepairOptions {
  /** Whether what is written shall outlive the power. */
  readonly sync: boolean
  readonly onNotice: (notice: Notice) => void
}

const chunk = 1024 * 1024

/**
 * Moves what stands behind a session's end to the file beside it, where somebody can look at it: a line of JSON that says
 * where the bytes were and how many they are, then the bytes, then a line break. Nothing is lost if it ends in the middle:
 * then they are in both files, and moved again.
 */
export async function moveTorn(
  place: SessionPlace,
  file: FileHandle,
  { end, size }: Tail,
  { sync, onNotice }: RepairOptions,
): Promise<void> {
  const aside = await open(place.tornPath, constants.O_CREAT | appending)
  try {
    await writeAll(aside, Buffer.from(`${JSON.stringify({ torn: { from: end, bytes: size - end } })}\n`))
    for (let at = end; at < size; at += chunk)
      await writeAll(aside, await readBytes(file, at, Math.min(size, at + chunk)))
    await writeAll(aside, Buffer.from('\n'))
    if (sync) await aside.sync()
  } finally {
    await aside.close()
  }
  await file.truncate(end)
  const shown = `${place.shown.slice(0, place.shown.lastIndexOf('.'))}${place.tornPath.slice(place.tornPath.lastIndexOf('.'))}`
  onNotice(tornNotice(place, size - end, shown))
}
