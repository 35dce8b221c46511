import { dirname } from 'node:path'
import type { Notice, Scope } from '@lamella/core'
import { checkOptions, createBoundedMap, mustBeFunction, mustBeNumber, mustBeOneOf } from '@lamella/core/plugin'
import {
  checkAppend,
  checkChange,
  checkImport,
  checkList,
  checkPage,
  checkRange,
  messageTexts,
  ownerOf,
  readSessionLines,
  type SessionStore,
  sessionMissing,
} from '@lamella/core/store'
import { eachOnDisk, onDisk, systemCode } from '../errors.ts'
import { createLocks } from '../lock/locks.ts'
import { notice } from '../notices.ts'
import { readCompactions } from './compactions.ts'
import { exportSession } from './export-session.ts'
import { forkLength, forkSession, mustBeFree } from './fork-session.ts'
import { importSession } from './import-session.ts'
import { createLaterSync } from './later-sync.ts'
import { listSessions } from './list-sessions.ts'
import { type OpenedSession, openSession, reading } from './open-session.ts'
import { placesIn, type SessionPlace } from './places.ts'
import { appendRequest, compactRequest } from './plan-change.ts'
import { readPage, readRange } from './read-page.ts'
import { eraseSessions, removeSession } from './remove-sessions.ts'
import { repairSession } from './repair-session.ts'
import { checkHeader, infoOf, readHeader } from './session-file.ts'
import { createSessionWriter } from './session-writer.ts'
import { sweepTemporaries } from './sweep.ts'
import { verifySession } from './verify-session.ts'

/** How sessions are kept. */
export interface FileSessionsOptions {
  /**
   * What an append is worth when it is done. `always` (default): it outlives a power failure. `batch`: it outlives the end of
   * the process at once, and a power failure after `batchDelay`. `os`: it outlives the end of the process, and a power failure
   * when the operating system has written it by itself, mostly within half a minute.
   */
  readonly fsync?: 'always' | 'batch' | 'os'
  /** Milliseconds from a write to its sync, with `batch`. Default 50. */
  readonly batchDelay?: number
  /** For how many milliseconds one waits while others write to the same session. Default 60,000. */
  readonly lockTimeout?: number
  /** Told of what no answer has room for: bytes that were moved aside, damage met by `read`, a sync that failed later. */
  readonly onNotice?: (notice: Notice) => void
}

/** Sessions on files, with everything that a session store can do but search. */
export interface FileSessions extends Required<Omit<SessionStore, 'search'>> {
  /**
   * Moves the bytes of an append that was never finished from the end of a session's file to `<session>.torn` beside it, as
   * the next append would do. Gives what was moved; nothing where nothing is wrong. Lines that are damaged in the middle
   * cannot be brought back: they stay, and `verify` tells them.
   *
   * @throws LamellaError `SESSION_DAMAGED` when the store cannot tell where the end is
   * @example
   * for (const { message } of await sessions.repair(scope, 'telegram_4711')) console.log(message)
   */
  repair(scope: Scope, session: string): Promise<readonly Notice[]>
}

/** Without a sign of life for so many milliseconds a writer on another machine counts as gone. */
const stale = 20_000

/**
 * Sessions as files that a person can read: `<folder>/<tenant>/<user>/<agent>/<session>.jsonl`, one record a line. Any number
 * of processes may use a folder at once. A folder that is not there is made with the first session.
 *
 * @throws LamellaError `OPTION_INVALID`; from all methods `STORE_UNAVAILABLE` when the operating system refuses, and from
 * those that write `STORE_BUSY` when others write all the time
 * @example
 * const sessions = fileSessions('./sessions')
 * await sessions.append({ tenant: 'acme', user: 'ada' }, 'telegram_4711', [{ role: 'user', content: 'Hello' }])
 */
export function fileSessions(folder: string, options: FileSessionsOptions = {}): FileSessions {
  checkOptions('fileSessions', options, {
    fsync: mustBeOneOf(['always', 'batch', 'os']),
    batchDelay: mustBeNumber(0),
    lockTimeout: mustBeNumber(0),
    onNotice: mustBeFunction,
  })
  const { fsync = 'always', batchDelay = 50, lockTimeout = 60_000, onNotice = () => {} } = options
  const places = placesIn(folder)
  const locks = createLocks(places.locks, { timeout: lockTimeout, stale })
  const sync = fsync === 'always'
  const later = createLaterSync(batchDelay, (path, error) => onNotice(syncFailed(path, error)))
  const onWritten = fsync === 'batch' ? later.add : () => {}
  const writer = createSessionWriter({ locks, sync, onWritten, onNotice })
  const tidy = createBoundedMap<string, Promise<void>>(1_000)
  const removing = { locks, sync: fsync !== 'os', onRemoved: writer.forget }

  /** Reads a session that is there. */
  const read = <Result>(
    place: SessionPlace,
    task: (session: OpenedSession) => Promise<Result>,
  ): Promise<Result | undefined> =>
    onDisk(place.path, () =>
      reading(place, locks, async (session) => (session.tail.seq > 0 ? task(session) : undefined)),
    )

  /** Once for each folder that is written to. One promise for all who wait, so that they keep their order. */
  const tidied = ({ path }: SessionPlace): Promise<void> => {
    const folder = dirname(path)
    // What fails here fails again when something is deleted, and is told then.
    const tidying = tidy.get(folder) ?? sweepTemporaries(places, locks, folder).catch(() => {})
    tidy.set(folder, tidying)
    return tidying
  }

  const tell = (notices: readonly Notice[]): void => notices.forEach(onNotice)

  return {
    spec: 1,
    append: async (scope, session, messages, appendOptions) => {
      const place = places.of(scope, session)
      const request = appendRequest(place, messageTexts(messages), checkAppend(appendOptions, messages.length))
      await tidied(place)
      return writer.run(place, request)
    },
    info: async (scope, session) => {
      const place = places.of(scope, session)
      return read(place, async (opened) => {
        const header = await readHeader(opened)
        checkHeader(place, header?.header, opened.tail)
        return infoOf(session, opened.tail, header)
      })
    },
    page: async (scope, session, request) => {
      const place = places.of(scope, session)
      const none = { messages: [], start: 0, revision: 0, length: 0, notices: [] }
      checkPage(request)
      // Of a session that was only begun, too: what was left of it is told.
      const page = await onDisk(place.path, () =>
        reading(place, locks, (opened) => readPage(place, opened, checkPage(request, opened.tail.length))),
      )
      return page ?? none
    },
    read: async (scope, session, start, end) => {
      const place = places.of(scope, session)
      checkRange(start, end, 0)
      const found = await read(place, (opened) => readRange(place, opened, checkRange(start, end, opened.tail.length)))
      tell(found?.notices ?? [])
      return found?.messages ?? []
    },
    list: async (scope, request) => {
      const own = places.folderOf(ownerOf(scope))
      const checked = checkList(request)
      const list = await onDisk(own, () => listSessions(places, locks, own, checked))
      tell(list.unreadable ?? [])
      return list
    },
    delete: async (scope, session) => {
      const place = places.of(scope, session)
      return onDisk(place.path, async () => {
        const isRemoved = await removeSession(place, removing)
        // A fork of it that was killed has its messages, too.
        await sweepTemporaries(places, locks, dirname(place.path))
        return isRemoved
      })
    },
    fork: async (scope, session, into, at) => {
      const place = places.of(scope, session)
      const target = places.of(scope, into)
      await tidied(target)
      const done = await read(place, (opened) =>
        locks.hold(target.lock, async () => {
          await mustBeFree(target, { sync, onNotice })
          const { length } = opened.tail
          await forkSession(place, opened, target, forkLength(at, length), sync)
          if (fsync === 'batch') later.add(target.path)
          return true
        }),
      )
      const info = done && (await read(target, async (opened) => infoOf(into, opened.tail, await readHeader(opened))))
      if (!info) throw sessionMissing(session)
      return info
    },
    compact: async (scope, session, compaction, changeOptions) => {
      const place = places.of(scope, session)
      return writer.run(place, compactRequest(place, compaction, checkChange(changeOptions)))
    },
    compactions: async (scope, session) => {
      const place = places.of(scope, session)
      const found = await read(place, (opened) => readCompactions(place, opened))
      tell(found?.notices ?? [])
      return found?.compactions ?? []
    },
    export: (scope, session) => {
      const lines = async function* (): AsyncGenerator<string, void, undefined> {
        const place = places.of(scope, session)
        const opened = await openSession(place, locks)
        if (!opened) throw sessionMissing(session)
        try {
          if (opened.tail.seq === 0) throw sessionMissing(session)
          yield* exportSession(place, opened)
        } finally {
          await opened.file.close()
        }
      }
      return eachOnDisk(places.root, lines())
    },
    import: async (scope, lines, importOptions) => {
      const given = checkImport(importOptions)
      ownerOf(scope)
      const exported = await readSessionLines(lines)
      const id = given ?? exported.info.id
      const place = places.of(scope, id)
      await tidied(place)
      await onDisk(place.path, () =>
        locks.hold(place.lock, async () => {
          await mustBeFree(place, { sync, onNotice })
          await importSession(place, exported, sync)
          if (fsync === 'batch') later.add(place.path)
        }),
      )
      return { ...exported.info, id }
    },
    erase: async (scope) => {
      const owner = ownerOf(scope)
      return onDisk(places.root, () => eraseSessions(places, owner, removing))
    },
    verify: async (scope, session) => {
      const place = places.of(scope, session)
      return (await onDisk(place.path, () => reading(place, locks, (opened) => verifySession(place, opened)))) ?? []
    },
    repair: async (scope, session) => {
      const place = places.of(scope, session)
      return onDisk(place.path, () => repairSession(place, locks, sync))
    },
    close: async () => {
      await later.flush()
      await onDisk(places.locks, locks.close)
    },
  }
}

function syncFailed(path: string, error: unknown): Notice {
  const what = `The last write to '${path}' may not survive a power failure (${systemCode(error)}).`
  return notice('SESSION_SYNC_FAILED', [what, 'Check the disk.'], path, { error: systemCode(error) })
}
