import type { FragmentContent, JsonValue } from '@lamella/core'
import { type Check, checkOptions, isObject, mustReadFormat, type StoredFormat } from '@lamella/core/plugin'
import type { RecordedBuild } from '../contract/recording.ts'
import type { RecordingHeader, WrittenBuild } from '../contract/recording-line.ts'
import { createThings } from './things.ts'

/** A recording as read. */
export interface Recording {
  /** In the order in which they were recorded. */
  readonly builds: readonly ReadBuild[]
  /** Lines that cannot be used, counted from 1: a line that was torn when a process died, or something else. */
  readonly problems: readonly { readonly line: number; readonly problem: string }[]
}

/** A build, and the contents that its keys stand for. */
export interface ReadBuild extends RecordedBuild {
  readonly texts: RecordingHeader['texts']
  /** Whether the recorder was asked to leave builds out, so that the request before may be missing. */
  readonly partial?: boolean
  /** `undefined` if the recording does not have the content. */
  readonly contentOf: (key: string) => FragmentContent | undefined
}

/** The format of recordings, for `mustReadFormat`. */
const recordingFormat: StoredFormat = {
  format: 'recording',
  what: 'The recording',
  known: 1,
  from: '@lamella/inspector',
}

/** Reads a recording that may still grow. */
export interface RecordingReader extends Recording {
  /** Reads more lines, after those read so far. @throws LamellaError `FORMAT_NEWER` */
  read(lines: Iterable<string>): void
}

/**
 * Reads the lines of a recording. One that is torn or foreign, or of a kind that a later release has added, is reported and
 * skipped.
 *
 * @throws LamellaError `FORMAT_NEWER` for a recording of a newer version; `OPTION_INVALID` if `lines` is not a list of lines, such as the whole text
 * @example
 * const { builds } = readRecording((await readFile('agent.jsonl', 'utf8')).split('\n'))
 */
export function readRecording(lines: Iterable<string>): Recording {
  checkOptions('readRecording', { lines }, { lines: mustBeLines }, ['lines'])
  const reader = recordingReader()
  reader.read(lines)
  const { builds, problems } = reader
  return { builds, problems }
}

/** The characters of a text are no lines. */
const mustBeLines: Check = (value) =>
  typeof value === 'object' && value !== null && Symbol.iterator in value ? undefined : 'must be a list of lines'

/** Creates a reader. Its lists grow with what it reads. */
export function recordingReader(): RecordingReader {
  const builds: ReadBuild[] = []
  const problems: { line: number; problem: string }[] = []
  let contents = new Map<string, FragmentContent>()
  let things = createThings()
  let texts: RecordingHeader['texts'] | undefined
  let partial = false
  /** The version of the last header. What follows one that is not read is not read either. */
  let newer: unknown
  let number = 0
  const readLine = (line: string): void => {
    number++
    if (typeof line !== 'string') return void problems.push({ line: number, problem: 'is not text' })
    if (line.trim() === '') return
    const value = parsed(line)
    if (value?.['lamella'] === 'recording') newer = value['spec']
    mustReadFormat(newer, recordingFormat)
    if (isHeader(value)) {
      contents = new Map()
      things = createThings()
      texts = value.texts
      partial = value.partial === true
      return
    }
    const problem =
      value === undefined ? 'is not JSON' : texts === undefined ? 'comes before a header' : used(value, texts)
    if (problem !== undefined) problems.push({ line: number, problem })
  }
  /** Returns what is wrong with a line: a value of another type than the recorder's, too. */
  const used = (value: Record<string, unknown>, kind: RecordingHeader['texts']): string | undefined => {
    try {
      return use(value, kind)
    } catch {
      return 'is not a line of a recording'
    }
  }
  const use = (value: Record<string, unknown>, kind: RecordingHeader['texts']): string | undefined => {
    if (typeof value['content'] === 'string' && 'value' in value) {
      contents.set(value['content'], value['value'] as FragmentContent)
      return undefined
    }
    if (typeof value['sent'] === 'number' && 'body' in value) {
      const build = builds.findLast((one) => one.build === value['sent'])
      if (build === undefined) return 'has the body of a build that is missing'
      // The same object: who reads while the recording grows has it already.
      Object.assign(build, { body: value['body'] as JsonValue })
      return undefined
    }
    if (typeof value['diagnosed'] === 'number' && Array.isArray(value['found'])) {
      const build = builds.findLast((one) => one.build === value['diagnosed'])
      if (build === undefined) return 'has the diagnosis of a build that is missing'
      Object.assign(build, { diagnosis: value['found'].filter(isNotice) })
      return undefined
    }
    if (!isBuild(value)) return 'is not a line of a recording'
    const { new: added, made: written, ...build } = value
    if (isObject(added)) things.add(added)
    const { made, missing } = written ? things.contextOf(written) : { made: undefined, missing: 0 }
    const own = contents
    builds.push({
      ...build,
      ...(made && { made }),
      texts: kind,
      ...(partial && { partial }),
      contentOf: (key) => own.get(key),
    })
    return missing === 0 ? undefined : `names ${missing} things whose line is missing`
  }
  return {
    builds,
    problems,
    read: (lines) => {
      for (const line of lines) readLine(line)
    },
  }
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return undefined
  }
}

function isHeader(value: unknown): value is RecordingHeader & Record<string, unknown> {
  const { lamella, spec, texts } = (value ?? {}) as Partial<RecordingHeader>
  return lamella === 'recording' && spec === 1 && (texts === 'full' || texts === 'hashes')
}

function isNotice(value: unknown): boolean {
  return isObject(value) && typeof value['code'] === 'string'
}

function isBuild(value: unknown): value is WrittenBuild {
  const { build, times, made, error } = (value ?? {}) as Partial<WrittenBuild>
  if (typeof build !== 'number' || !isObject(times)) return false
  if (made === undefined) return error !== undefined
  const { layers, items, tokens, cache, framing } = made
  return Array.isArray(layers) && typeof items === 'string' && [tokens, cache, framing].every(isObject)
}
