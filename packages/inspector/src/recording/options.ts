import { type Checks, checkOptions, mustBeFunction, mustBeOneOf } from '@lamella/core/plugin'
import type { RecordedTexts } from '../contract/recording.ts'

/** Where the lines of a recording go. */
export interface RecordingSink {
  /**
   * Writes a line, without its line break. Calls wait for each other, in the order of the builds.
   *
   * @returns `restart` if the line was not written, because what was written before is full or gone: then the recorder
   * begins again with a header.
   */
  write(line: string): Promise<'restart' | undefined> | 'restart' | undefined
}

/** Settings of a recorder. All are optional. */
export interface RecorderOptions {
  /** `full` (default): what was sent can be read. `hashes`: no text is recorded, only sizes and keys of contents. */
  readonly texts?: RecordedTexts
  /** Replaces a text before it is written: of fragments, and every text inside of messages. */
  readonly redact?: (text: string) => string
  /** Milliseconds from any start, for durations. Default: `performance.now`. */
  readonly clock?: () => number
  /** Gets what went wrong with recording. Builds go on without it. */
  readonly onError?: (error: unknown) => void
}

const checks: Checks<RecorderOptions> = {
  texts: mustBeOneOf(['full', 'hashes']),
  redact: mustBeFunction,
  clock: mustBeFunction,
  onError: mustBeFunction,
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkRecorder(options: RecorderOptions): RecorderOptions {
  return checkOptions('recorder', options, checks)
}
