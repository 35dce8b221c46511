import type { BlobList, BlobSessions, ListPage } from '@lamella/store'
import { idOf, isShortened, nameOf } from '../disk/file-name.ts'
import { namesIn } from '../disk/folders.ts'
import { createLimiter } from '../read/concurrency.ts'
import { blobsEnding, type Places, type SessionPlace, sessionEnding } from '../session-store/places.ts'
import { idsIn, readInfo } from './blob-files.ts'

/** The number of files to open at once. */
const openAtOnce = 16

/** Lists the blobs of a session. Reads what is known of each, for the sum of their sizes. */
export async function listBlobs(place: SessionPlace, { after, limit }: ListPage): Promise<BlobList> {
  const limited = createLimiter(openAtOnce)
  const ids = await idsIn(place)
  const read = await Promise.all(ids.map((id) => limited(() => readInfo(place, id))))
  const all = read.flatMap((known) => (known ? [known.info] : []))
  const behind = after === undefined ? all : all.filter(({ id }) => id > after)
  const bytes = all.reduce((sum, { size }) => sum + size, 0)
  return { blobs: behind.slice(0, limit), bytes, more: behind.length > limit }
}

/** Lists the sessions in an owner's folder that have blobs, whether or not they exist. */
export async function listSessionsWithBlobs(
  places: Places,
  folder: string,
  { after, limit }: ListPage,
): Promise<BlobSessions> {
  const limited = createLimiter(openAtOnce)
  const names = (await namesIn(folder)).filter((name) => name.endsWith(blobsEnding))
  const found = await Promise.all(names.map((name) => limited(() => sessionOf(places, folder, name))))
  // By code units, the default of `sort`.
  const ids = found.filter((id) => id !== undefined && (after === undefined || id > after)).sort() as readonly string[]
  return { sessions: ids.slice(0, limit), more: ids.length > limit }
}

/** Returns the id of the session of a folder of blobs; `undefined` if it has none. */
async function sessionOf(places: Places, folder: string, name: string): Promise<string | undefined> {
  const stem = name.slice(0, -blobsEnding.length)
  const place = places.named(folder, `${stem}${sessionEnding}`)
  const ids = await idsIn(place)
  if (!isShortened(stem)) return ids.length > 0 ? idOf(stem) || undefined : undefined
  for (const id of ids) {
    const known = await readInfo(place, id)
    if (known && nameOf(known.session) === stem) return known.session
  }
  return undefined
}
