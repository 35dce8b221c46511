import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { RecordingSink } from '../recording/options.ts'

/** Settings of a recording in a file. */
export interface RecordToOptions {
  /**
   * The size in bytes at which the file is renamed to `<path>.1`, in place of the one before, and begun again: the two
   * together never take much more than twice this. Default 64 MiB.
   */
  readonly maxBytes?: number
}

/**
 * Writes a recording to a file, after what it has already. A line is appended whole, in one write; a process that dies
 * in it leaves a torn line, which readers skip.
 *
 * @throws LamellaError from the recorder's `onError`: whatever the file system reports
 * @example
 * createContext().observe(recorder(recordTo('agent.jsonl')))
 */
export function recordTo(path: string, { maxBytes = 64 * 1024 * 1024 }: RecordToOptions = {}): RecordingSink {
  let size: number | undefined
  return {
    write: async (line) => {
      const bytes = Buffer.byteLength(line) + 1
      if (size === undefined) {
        await mkdir(dirname(path), { recursive: true })
        size = await sizeOf(path)
        // What was written before may end with a torn line.
        if (size > 0) await appendFile(path, '\n')
      } else if (size > 0 && size + bytes > maxBytes) {
        await rename(path, `${path}.1`)
        size = 0
        return 'restart'
      }
      await appendFile(path, `${line}\n`)
      size += bytes
      return undefined
    },
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}
