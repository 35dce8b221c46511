import { stat } from 'node:fs/promises'
import { isLamellaError } from '@lamella/core'
import type { BlobInfo } from '@lamella/store'
import { replaceFile, writeAll } from '../disk/durable.ts'
import { unlessMissing } from '../errors.ts'
import type { SessionPlace } from '../session-store/places.ts'
import { type BlobWriting, contentPath, readInfo, writeInfo } from './blob-files.ts'

/** Puts a blob, or changes its time. Requires the lock of the session's blobs. */
export async function putBlob(
  place: SessionPlace,
  info: BlobInfo,
  content: Uint8Array,
  writing: BlobWriting,
): Promise<BlobInfo> {
  const path = contentPath(place, info.id)
  const before = (await readInfo(place, info.id).catch(replaceable))?.info
  if ((await unlessMissing(stat(path)))?.size !== content.length) {
    await replaceFile(path, writing.sync, (file) => writeAll(file, content))
    writing.onWritten(path)
  }
  const { size: _, ...first } = before ?? info
  const kept = { ...first, size: content.length, ...(info.at !== undefined && { at: info.at }) }
  if (before === undefined || before.at !== kept.at || before.size !== kept.size) await writeInfo(place, kept, writing)
  return kept
}

/** What is damaged is written anew. */
function replaceable(error: unknown): undefined {
  if (!isLamellaError(error, 'BLOB_DAMAGED')) throw error
}
