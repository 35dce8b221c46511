import { existsSync } from 'node:fs'
import { type ReadBuild, type RecordedContext, readRecording } from '@lamella/inspector'
import { readText } from '../input-chunks.ts'
import type { Io } from '../io.ts'
import { cliError } from '../problem.ts'
import { counted, firstOf } from '../text/words.ts'
import { warn } from '../write.ts'

/** A build of a recording that succeeded. */
export interface MadeBuild extends ReadBuild {
  readonly made: RecordedContext
  /** The file and the number of the build in it. */
  readonly place: string
}

/** Twice what `recordTo` lets a file grow to. */
const maxBytes = 128 * 1024 ** 2

/**
 * Reads one build: `agent.jsonl#3` is the third of the file, `agent.jsonl` its last. Lines that cannot be used are named
 * in warnings.
 *
 * @throws LamellaError `RECORDING_UNREADABLE`, `RECORDING_INVALID`, `BUILD_MISSING`, `INPUT_TOO_LARGE`
 */
export async function readBuild(place: string, io: Pick<Io, 'stderr' | 'env'>): Promise<MadeBuild> {
  const [, path = place, digits] = existsSync(place) ? [] : (/^(.+)#(\d{1,9})$/.exec(place) ?? [])
  const text = await readText(path, maxBytes, (code, cause) => unreadable(path, code, cause))
  const { builds, problems } = readRecording(text.split('\n'))
  if (builds.length === 0) throw invalid(path)
  const skipped = problems.map(({ line, problem }) => `line ${line} ${problem} and is skipped`)
  for (const line of firstOf(skipped)) warn(io, `lamella: ${path}: ${line}`)
  const number = digits === undefined ? builds.length : Number(digits)
  const build = builds[number - 1]
  if (!build)
    throw missing(path, `'${path}' has ${counted(builds.length, 'build')}, and none is number ${number}.`, number)
  const { made, error } = build
  if (!made) throw missing(path, `Build ${number} of '${path}' failed (${error?.code ?? 'unknown error'}).`, number)
  return { ...build, made, place: `${path}#${number}` }
}

function unreadable(file: string, code: string, cause: unknown): Error {
  const fix = 'Check the path. `lamella build --record <file>` writes a recording.'
  return cliError('RECORDING_UNREADABLE', `The recording '${file}' cannot be read (${code}).`, fix, { file }, cause)
}

function invalid(file: string): Error {
  const fix = 'Pass a file of `lamella build --record <file>`, or of the recorder of @lamella/inspector.'
  return cliError('RECORDING_INVALID', `'${file}' is not a recording: none of its lines is a build.`, fix, { file })
}

function missing(file: string, message: string, number: number): Error {
  return cliError('BUILD_MISSING', message, 'Pass another number after #; builds count from 1.', { file, number })
}
