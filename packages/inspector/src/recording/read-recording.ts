import type { FragmentContent } from '@lamella/core'
import type { RecordedBuild, RecordingHeader } from '../contract/recording.ts'

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
  /** `undefined` if the recording does not have the content. */
  readonly contentOf: (key: string) => FragmentContent | undefined
}

/** Reads a recording that may still grow. */
export interface RecordingReader extends Recording {
  /** Reads more lines, after those read so far. */
  read(lines: Iterable<string>): void
}

/**
 * Reads the lines of a recording. One that is torn or foreign is reported and skipped.
 *
 * @example
 * const { builds } = readRecording((await readFile('agent.jsonl', 'utf8')).split('\n'))
 */
export function readRecording(lines: Iterable<string>): Recording {
  const reader = recordingReader()
  reader.read(lines)
  const { builds, problems } = reader
  return { builds, problems }
}

/** Creates a reader. Its lists grow with what it reads. */
export function recordingReader(): RecordingReader {
  const builds: ReadBuild[] = []
  const problems: { line: number; problem: string }[] = []
  let contents = new Map<string, FragmentContent>()
  let texts: RecordingHeader['texts'] | undefined
  let number = 0
  const readLine = (line: string): void => {
    number++
    if (line.trim() === '') return
    const value = parsed(line)
    if (isHeader(value)) {
      contents = new Map()
      texts = value.texts
    } else if (texts === undefined) {
      problems.push({ line: number, problem: value === undefined ? 'is not JSON' : 'comes before a header' })
    } else if (typeof value?.['content'] === 'string' && 'value' in value) {
      contents.set(value['content'], value['value'] as FragmentContent)
    } else if (isBuild(value)) {
      const own = contents
      builds.push({ ...value, texts, contentOf: (key) => own.get(key) })
    } else {
      problems.push({ line: number, problem: value === undefined ? 'is not JSON' : 'is not a line of a recording' })
    }
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

function isHeader(value: unknown): value is RecordingHeader {
  const { lamella, spec, texts } = (value ?? {}) as Partial<RecordingHeader>
  return lamella === 'recording' && spec === 1 && (texts === 'full' || texts === 'hashes')
}

function isBuild(value: unknown): value is RecordedBuild {
  const { build, times, made, error } = (value ?? {}) as Partial<RecordedBuild>
  if (typeof build !== 'number' || typeof times !== 'object') return false
  return error !== undefined || (Array.isArray(made?.layers) && Array.isArray(made?.layout?.items))
}
