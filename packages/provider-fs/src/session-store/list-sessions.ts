import { isLamellaError, type Notice } from '@lamella/core'
import type { ListPage, SessionInfo, SessionList } from '@lamella/store'
import { idOf, isShortened, nameOf } from '../disk/file-name.ts'
import { namesIn } from '../disk/folders.ts'
import { isSystemError, systemCode } from '../errors.ts'
import type { Locks } from '../lock/locks.ts'
import { notice } from '../notices.ts'
import { byCodeUnits } from '../order.ts'
import { createLimiter } from '../read/concurrency.ts'
import { reading } from './open-session.ts'
import { piecesBackward } from './pieces.ts'
import { type Places, type SessionPlace, sessionEnding } from './places.ts'
import { infoOf, readHeader } from './session-file.ts'

/** The number of files to open at once. */
const openAtOnce = 16

/**
 * Lists the sessions in an owner's folder, by id. Only files of listed sessions are opened, if the file names contain
 * the ids. Files that are not sessions, or belong to another one, are ignored; unreadable files do not affect the
 * others.
 */
export async function listSessions(
  places: Places,
  locks: Locks,
  folder: string,
  { after, limit }: ListPage,
): Promise<SessionList> {
  const limited = createLimiter(openAtOnce)
  const names = (await namesIn(folder)).filter((name) => name.endsWith(sessionEnding)).toSorted(byCodeUnits)
  const unreadable: Notice[] = []
  /** Returns `undefined` if the operating system denies access, or a later release wrote it, and adds a notice. */
  const ifReadable = async <Result>(
    name: string,
    read: (place: SessionPlace) => Promise<Result>,
  ): Promise<Result | undefined> => {
    const place = places.named(folder, name)
    try {
      return await read(place)
    } catch (error) {
      unreadable.push(unreadableNotice(place, error))
      return undefined
    }
  }
  const candidates = (
    await Promise.all(
      names.map((name) =>
        limited(async () => ({ name, id: await ifReadable(name, (place) => idOfFile(place, locks, name)) })),
      ),
    )
  )
    .flatMap(({ name, id }) => (id !== undefined && (after === undefined || id > after) ? [{ name, id }] : []))
    .sort((a, b) => byCodeUnits(a.id, b.id))
  const sessions: SessionInfo[] = []
  // Reads a few extra, since some may turn out not to be sessions.
  for (let at = 0; at < candidates.length && sessions.length <= limit; at += openAtOnce) {
    const infos = await Promise.all(
      candidates
        .slice(at, at + openAtOnce)
        .map(({ name, id }) =>
          ifReadable(name, (place) =>
            reading(place, locks, async (session) =>
              session.tail.seq === 0 ? undefined : infoOf(id, session.tail, await readHeader(session)),
            ),
          ),
        ),
    )
    for (const info of infos) if (info) sessions.push(info)
  }
  const list = { sessions: sessions.slice(0, limit), more: sessions.length > limit }
  return unreadable.length === 0 ? list : { ...list, unreadable }
}

/** Throws an error that is not about the file. */
function unreadableNotice({ path, shown }: SessionPlace, error: unknown): Notice {
  if (isLamellaError(error, 'FORMAT_NEWER')) {
    const texts = [`${error.what} The session is not listed.`, error.fix] as const
    return notice('SESSION_FILE_UNREADABLE', texts, shown, { file: path, error: error.code })
  }
  if (!isSystemError(error)) throw error
  const code = systemCode(error)
  const what = `The session's file '${path}' cannot be read (${code}), so the session is not listed.`
  return notice('SESSION_FILE_UNREADABLE', [what, 'Check its permissions.'], shown, { file: path, error: code })
}

/** Returns the id of a file's session, from its name, or from its last record if the name is shortened. */
async function idOfFile(place: SessionPlace, locks: Locks, name: string): Promise<string | undefined> {
  const stem = name.slice(0, -sessionEnding.length)
  if (!isShortened(stem)) return idOf(stem) || undefined
  return reading(place, locks, async ({ window, tail }) => {
    for await (const { record } of piecesBackward(window, tail.end)) {
      const id = record?.id ?? record?.header?.session
      if (id !== undefined) return nameOf(id) === stem ? id : undefined
    }
    return undefined
  })
}
