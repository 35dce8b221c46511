import { type ByteRange, blobDamaged } from '@lamella/store'
import { openIfThere, readBytes } from '../disk/durable.ts'
import type { SessionPlace } from '../session-store/places.ts'
import { contentPath, readInfo } from './blob-files.ts'

/**
 * Reads a range of a blob; returns `undefined` if the session has no such blob.
 *
 * @throws LamellaError `BLOB_DAMAGED`
 */
export async function readBlob(
  place: SessionPlace,
  id: string,
  range: Required<ByteRange>,
): Promise<Uint8Array | undefined> {
  const known = await readInfo(place, id)
  if (!known) return undefined
  const { size } = known.info
  const [start, end] = [Math.min(range.start, size), Math.min(range.end, size)]
  const file = await openIfThere(contentPath(place, id), 'r')
  // Deleted since.
  if (!file && !(await readInfo(place, id))) return undefined
  try {
    if (!file || (await file.stat()).size !== size) throw blobDamaged(place.id, id)
    const bytes = await readBytes(file, start, end)
    // Without the methods of a Buffer, whose `slice` does not copy.
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } finally {
    await file?.close()
  }
}
