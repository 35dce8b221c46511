import { dirname } from 'node:path'
import type { Notice, Scope } from '@lamella/core'
import { createBoundedMap } from '@lamella/core/plugin'
import {
  checkedSessions,
  checkId,
  mustReach,
  type Owner,
  ownerOf,
  type SessionStore,
  sessionMissing,
} from '@lamella/store'
import { forkBlobs } from '../blob-store/blob-files.ts'
import { checkPath } from '../disk/file-name.ts'
import { onDisk, unavailable } from '../errors.ts'
import { createLocks } from '../lock/locks.ts'
import { changeRun } from './change-run.ts'
import { readCompactions } from './compactions.ts'
import { forkSession, importSession, mustBeFree } from './copy-session.ts'
import { exportSession } from './export-session.ts'
import { type FileSessionsOptions, settingsOf } from './file-sessions-options.ts'
import { createLaterSync } from './later-sync.ts'
import { listSessions } from './list-sessions.ts'
import { type OpenedSession, openSession, reading } from './open-session.ts'
import { placesIn, type SessionPlace } from './places.ts'
import { appendRequest, compactRequest } from './plan-change.ts'
import { readPage, readRange } from './read-page.ts'
import { eraseSessions, removeSession, sweepTemporaries } from './remove-sessions.ts'
import { readRunFile } from './run-file.ts'
import { checkHeader, infoOf, readHeader } from './session-file.ts'
import { createSessionWriter } from './session-writer.ts'
import { verifyRun, verifySession } from './verify-session.ts'
import { repairSession } from './writer-file.ts'

/** File-based sessions with every capability of a session store except search. */
export interface FileSessions extends Required<Omit<SessionStore, 'prepare' | 'search'>> {
  /**
   * Moves the bytes of an incomplete append from the end of a session's file to `<session>.torn` next to it, as the
   * next append would. Returns notices of what was moved; none if nothing was wrong. Damaged lines in the middle cannot
   * be repaired: they stay, and `verify` reports them.
   *
   * @throws LamellaError `SESSION_DAMAGED` when the store cannot determine where the end is
   * @example
   * for (const { what } of await sessions.repair(scope, 'telegram_4711')) console.log(what)
   */
  repair(scope: Scope, session: string): Promise<readonly Notice[]>
  /** Waits for writes that are under way and frees the locks. Safe to call twice. */
  close(): Promise<void>
}

/**
 * Creates a session store of readable files: `<folder>/<tenant>/<user>/<agent>/<session>.jsonl`, one record per line.
 * Any number of processes can use a folder at once. A missing folder is created with the first session.
 *
 * @throws LamellaError `OPTION_INVALID`; all methods: `STORE_FULL`, `STORE_UNAVAILABLE` on operating system errors; methods that
 * write: `STORE_BUSY` when others keep writing
 * @example
 * const sessions = fileSessions('./sessions')
 * await sessions.append({ tenant: 'acme', user: 'ada' }, 'telegram_4711', [{ role: 'user', content: 'Hello' }])
 */
export function fileSessions(folder: string, options: FileSessionsOptions = {}): FileSessions {
  const { fsync, batchDelay, lockTimeout, onNotice } = settingsOf(options)
  const places = placesIn(checkPath('fileSessions', folder))
  const locks = createLocks(places.locks, { timeout: lockTimeout, stale: 20_000 })
  const sync = fsync === 'always'
  const later = createLaterSync(batchDelay, onNotice)
  const onWritten = fsync === 'batch' ? later.add : () => {}
  const writer = createSessionWriter({ locks, sync, onWritten, onNotice })
  const sweeps = createBoundedMap<string, Promise<void>>(1_000)
  const writing = { sync, onNotice }
  const removing = { locks, sync: fsync !== 'os', onRemoved: writer.forget }

  /** Runs a task at the place of a session. */
  const at = <Result>(owner: Owner, session: string, task: (place: SessionPlace) => Promise<Result>) => {
    const place = places.of(owner, session)
    return onDisk(place.path, () => task(place))
  }

  type Reading<Result> = (opened: OpenedSession, place: SessionPlace) => Promise<Result>
  /** Reads an existing session. */
  const read = <Result>(owner: Owner, session: string, task: Reading<Result>) =>
    at(owner, session, (place) =>
      reading(place, locks, async (opened) => (opened.tail.seq > 0 ? task(opened, place) : undefined)),
    )

  /** Runs once per folder that is written to. All callers share one promise, so that they keep their order. */
  const sweptOnce = ({ path }: SessionPlace): Promise<void> => {
    const folder = dirname(path)
    // An error here occurs again on deletion, and is reported then.
    const sweeping = sweeps.get(folder) ?? sweepTemporaries(places, locks, folder).catch(() => {})
    sweeps.set(folder, sweeping)
    return sweeping
  }

  const notify = (notices: readonly Notice[]): void => notices.forEach(onNotice)

  const sessions = checkedSessions({
    append: async (owner, session, texts, change) => {
      const place = places.of(owner, session)
      const request = appendRequest(place, texts, change)
      await sweptOnce(place)
      return writer.run(place, request)
    },
    info: (owner, session) =>
      read(owner, session, async (opened, place) => {
        const header = await readHeader(opened)
        checkHeader(place, header?.header, opened.tail)
        return infoOf(session, opened.tail, header)
      }),
    page: async (owner, session, limits) => {
      // Also for a session that was never completed: its remains are reported.
      const page = await at(owner, session, (place) =>
        reading(place, locks, (opened) => readPage(place, opened, limits)),
      )
      return page ?? { messages: [], start: 0, revision: 0, length: 0, notices: [] }
    },
    read: async (owner, session, start, end) => {
      const found = await read(owner, session, (opened, place) => readRange(place, opened, { start, end }))
      notify(found?.notices ?? [])
      return found?.messages ?? []
    },
    list: async (owner, page) => {
      const own = places.folderOf(owner)
      const list = await onDisk(own, () => listSessions(places, locks, own, page))
      notify(list.unreadable ?? [])
      return list
    },
    delete: (owner, session) =>
      at(owner, session, async (place) => {
        const isRemoved = await removeSession(place, removing)
        // A killed fork of the session also contains its messages.
        await sweepTemporaries(places, locks, dirname(place.path))
        return isRemoved
      }),
    runs: {
      read: (owner, session) => read(owner, session, async (_, place) => (await readRunFile(place, onNotice))?.stored),
      write: async (owner, session, change) => {
        const place = places.of(owner, session)
        await sweptOnce(place)
        const version = await onDisk(place.path, () => changeRun(place, change, locks, writing))
        onWritten(place.path)
        onWritten(place.runPath)
        return version
      },
    },
    compactions: {
      add: (owner, session, compaction, change) => {
        const place = places.of(owner, session)
        return writer.run(place, compactRequest(place, compaction, change))
      },
      list: async (owner, session) => {
        const found = await read(owner, session, (opened, place) => readCompactions(place, opened))
        notify(found?.notices ?? [])
        return found?.compactions ?? []
      },
    },
    transfer: {
      fork: async (owner, session, into, until) => {
        const target = places.of(owner, into)
        await sweptOnce(target)
        const done = await read(owner, session, (opened, place) =>
          locks.hold(target.lock, async () => {
            await mustBeFree(target, writing)
            const end = until ?? opened.tail.length
            mustReach('at', end, opened.tail.length)
            await forkBlobs(place, target, locks, { sync, onWritten })
            await forkSession(place, opened, target, { at: end, ...writing })
            onWritten(target.path)
            onWritten(target.runPath)
            return true
          }),
        )
        const info =
          done && (await read(owner, into, async (opened) => infoOf(into, opened.tail, await readHeader(opened))))
        if (!info) throw sessionMissing(session)
        return info
      },
      export: async function* (owner, session): AsyncGenerator<string, void, undefined> {
        const place = places.of(owner, session)
        let opened: OpenedSession | undefined
        try {
          opened = await openSession(place, locks)
          if (!opened || opened.tail.seq === 0) throw sessionMissing(session)
          yield* exportSession(place, opened)
        } catch (error) {
          throw unavailable(places.root, error)
        } finally {
          await opened?.file.close()
        }
      },
      import: async (owner, session, exported) => {
        const place = places.of(owner, session)
        await sweptOnce(place)
        await onDisk(place.path, () =>
          locks.hold(place.lock, async () => {
            await mustBeFree(place, writing)
            await importSession(place, exported, sync)
            onWritten(place.path)
          }),
        )
        return { ...exported.info, id: session }
      },
    },
    admin: {
      erase: (owner) => onDisk(places.root, () => eraseSessions(places, owner, removing)),
      verify: (owner, session) =>
        at(owner, session, async (place) => {
          const found = await reading(place, locks, (opened) => verifySession(place, opened))
          return found ?? verifyRun(place, false)
        }),
    },
  })
  return {
    ...sessions,
    repair: async (scope, session) =>
      at(ownerOf(scope), checkId('session', session), (place) => repairSession(place, locks, sync)),
    close: async () => {
      await later.flush()
      await onDisk(places.locks, locks.close)
    },
  }
}
