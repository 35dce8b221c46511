import { constants, statSync } from 'node:fs'
import { appendFile, mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { checkOptions, mustBeWhole } from '@lamella/core/plugin'
import { inspectorError } from '../errors.ts'
import type { RecordingSink } from '../recording/options.ts'

/** Settings of a recording in a file. */
export interface RecordToOptions {
  /**
   * The size in bytes at which the file is renamed to `<path>.1`, in place of the one before, and begun again: the two
   * together never take much more than twice this. Default 64 MiB.
   */
  readonly maxBytes?: number
}

/** Milliseconds for which lines are collected before they are written. */
const delay = 100
/** UTF-16 units of lines that are written at once. */
const most = 1024 * 1024

/** Appends, and follows no symbolic link: another user of the machine could have put one there. Windows has no such flag. */
const flag = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)

/**
 * Writes a recording to a file, after what it has already. Lines are collected for 100 ms and appended in one write; a
 * process that dies loses those, or leaves a torn line, which readers skip. Await `flush()` of the recorder before
 * `process.exit()`.
 *
 * The file is readable by the owner of the process alone.
 *
 * @throws LamellaError from the recorder's `onError`: `RECORDING_IS_LINK`, and whatever the file system reports
 * @example
 * createContext().observe(recorder(recordTo('agent.jsonl')))
 */
export function recordTo(path: string, options: RecordToOptions = {}): RecordingSink {
  const { maxBytes = 64 * 1024 * 1024 } = checkOptions('recordTo', options, { maxBytes: mustBeWhole(1) })
  let size: number | undefined
  let lines = ''
  let isDue = false
  let failure: { readonly error: unknown } | undefined
  let writing: Promise<void> = Promise.resolve()

  const then = (work: () => Promise<unknown>): void => {
    writing = writing.then(async () => {
      try {
        await work()
      } catch (error) {
        failure ??= { error }
      }
    })
  }
  const append = (): void => {
    isDue = false
    if (lines === '') return
    const text = lines
    lines = ''
    then(() => appendTo(path, text))
  }
  const throwFailure = (): void => {
    if (failure === undefined) return
    const { error } = failure
    failure = undefined
    // What is in the file now is not known.
    size = undefined
    throw error
  }
  return {
    write: (line) => {
      throwFailure()
      const bytes = Buffer.byteLength(line) + 1
      if (size === undefined) {
        size = sizeOf(path)
        then(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }))
        // What was written before may end with a torn line.
        if (size > 0) lines += '\n'
      } else if (size > 0 && size + bytes > maxBytes) {
        append()
        then(() => rename(path, `${path}.1`))
        size = 0
        return 'restart'
      }
      lines += `${line}\n`
      size += bytes
      if (lines.length > most) {
        append()
      } else if (!isDue) {
        isDue = true
        setTimeout(append, delay)
      }
      return undefined
    },
    flush: async () => {
      append()
      await writing
      throwFailure()
    },
  }
}

async function appendTo(path: string, text: string): Promise<void> {
  try {
    await appendFile(path, text, { flag, mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error
    const what = `The recording '${path}' is a symbolic link.`
    throw inspectorError(
      'RECORDING_IS_LINK',
      what,
      'Pass the path of the file that it points to.',
      { file: path },
      error,
    )
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
