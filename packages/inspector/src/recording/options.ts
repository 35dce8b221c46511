import type { BuiltContext } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  mustBeBoolean,
  mustBeFunction,
  mustBeOneOf,
  mustBeWhole,
} from '@lamella/core/plugin'
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
  /** Resolves when everything is written, for a sink that collects lines; rejects if that failed. */
  flush?(): Promise<void>
}

/** Settings of a recorder. All are optional. */
export interface RecorderOptions {
  /** `full` (default): what was sent can be read. `hashes`: no text is recorded, only sizes and keys of contents. */
  readonly texts?: RecordedTexts
  /** Replaces a text before it is written: of fragments, and every text inside of messages. */
  readonly redact?: (text: string) => string
  /**
   * Whether it is written why memories are ranked as they are: the ranker is asked again, after the build. Only where texts
   * are recorded. Default `false`.
   */
  readonly explain?: boolean
  /**
   * Records one of so many builds, beginning with the first; the others are not followed and cost nothing. A whole number of
   * at least 1. Default 1: all.
   */
  readonly every?: number
  /**
   * Whether a build that has succeeded is recorded: `({ report }) => report.truncated`. Called when the build ends; what it
   * throws goes to `onError`, and the build is not recorded. Builds that failed are recorded anyway. Default: all.
   */
  readonly when?: (context: BuiltContext) => boolean
  /** Milliseconds from any start, for durations. Default: `performance.now`. */
  readonly clock?: () => number
  /** The time of a build whose request has no `now`. Default: that of the machine. */
  readonly date?: () => Date
  /** Gets what went wrong with recording. Builds go on without it. */
  readonly onError?: (error: unknown) => void
}

const checks: Checks<RecorderOptions> = {
  texts: mustBeOneOf(['full', 'hashes']),
  redact: mustBeFunction,
  explain: mustBeBoolean,
  every: mustBeWhole(1),
  when: mustBeFunction,
  clock: mustBeFunction,
  date: mustBeFunction,
  onError: mustBeFunction,
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkRecorder(options: RecorderOptions): RecorderOptions {
  return checkOptions('recorder', options, checks)
}
