import { dirname } from 'node:path'
import type { Notice } from '@lamella/core'
import { openIfThere } from '../disk/durable.ts'
import { syncIfThere } from '../disk/folders.ts'
import { systemCode } from '../errors.ts'
import { notice } from '../notices.ts'

/** Syncs files to disk some time after they were written, many writes at once. */
export interface LaterSync {
  /** Registers a written file, which may be new. */
  add(path: string): void
  /** Syncs all of them now. */
  flush(): Promise<void>
}

/**
 * @param delay Milliseconds between the first write and its sync.
 * @param onNotice Receives files that could not be synced. The sync is retried when the file is written next.
 */
export function createLaterSync(delay: number, onNotice: (notice: Notice) => void): LaterSync {
  const written = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function syncAll(): Promise<void> {
    const paths = [...written]
    written.clear()
    const attempt = (path: string, syncing: Promise<void>): Promise<void> =>
      syncing.catch((error: unknown) => onNotice(syncFailed(path, error)))
    for (const path of paths) await attempt(path, sync(path))
    for (const folder of new Set(paths.map(dirname))) await attempt(folder, syncIfThere(folder))
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running = running.then(syncAll)
    return running
  }

  return {
    add(path) {
      written.add(path)
      timer ??= setTimeout(flush, delay)
      // A program may exit first: the operating system already has the written data.
      timer.unref()
    },
    flush,
  }
}

async function sync(path: string): Promise<void> {
  const file = await openIfThere(path, 'r+')
  if (!file) return
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function syncFailed(path: string, error: unknown): Notice {
  const what = `The last write to '${path}' may not survive a power failure (${systemCode(error)}).`
  return notice('SESSION_SYNC_FAILED', [what, 'Check the disk.'], path, { error: systemCode(error) })
}
