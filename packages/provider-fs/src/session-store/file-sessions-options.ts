import type { Notice } from '@lamella/core'
import { checkOptions, mustBeFunction, mustBeNumber, mustBeOneOf } from '@lamella/core/plugin'

/** Options for storing sessions and their blobs. */
export interface FileSessionsOptions {
  /**
   * How durable a completed append or put is. `always` (default): it survives a power failure. `batch`: it survives the end of
   * the process at once, and a power failure after `batchDelay`. `os`: it survives the end of the process, and a power
   * failure once the operating system has written it to disk, usually within half a minute.
   */
  readonly fsync?: 'always' | 'batch' | 'os'
  /** Milliseconds from a write to its sync, with `batch`. Default 50. */
  readonly batchDelay?: number
  /** Milliseconds to wait while others write to the same session. Default 60,000. */
  readonly lockTimeout?: number
  /**
   * Receives notices that no return value can carry: bytes moved to another file, damage found by `read`, a delayed
   * sync that failed.
   */
  readonly onNotice?: (notice: Notice) => void
}

/** Checks the options and adds the defaults. @throws LamellaError `OPTION_INVALID` */
export function settingsOf(options: FileSessionsOptions, what = 'fileSessions'): Required<FileSessionsOptions> {
  checkOptions(what, options, {
    fsync: mustBeOneOf(['always', 'batch', 'os']),
    batchDelay: mustBeNumber(0),
    lockTimeout: mustBeNumber(0),
    onNotice: mustBeFunction,
  })
  const { fsync = 'always', batchDelay = 50, lockTimeout = 60_000, onNotice = () => {} } = options
  return { fsync, batchDelay, lockTimeout, onNotice }
}
