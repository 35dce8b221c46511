import type { BuildTracer } from '@lamella/core'
import { cliError, codeOf } from '../problem.ts'

/**
 * Runs a task whose builds are recorded in a file, after what the file has; without a file, just runs it. A build that
 * fails is recorded, too.
 *
 * @throws LamellaError `RECORDING_UNWRITABLE`, and anything that the task throws
 */
export async function withRecording<Result>(
  file: string | undefined,
  task: (tracers: readonly BuildTracer[]) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return task([])
  const [{ recorder }, { recordTo }] = await Promise.all([
    import('@lamella/inspector'),
    import('@lamella/inspector/node'),
  ])
  const problems: unknown[] = []
  const recording = recorder(recordTo(file), { onError: (error) => problems.push(error) })
  const result = await task([recording]).finally(() => recording.flush())
  if (problems.length > 0) throw unwritable(file, problems[0])
  return result
}

function unwritable(file: string, cause: unknown): Error {
  const fix = 'Check the path of --record, and the free disk space.'
  const message = `The recording '${file}' cannot be written (${codeOf(cause)}).`
  return cliError('RECORDING_UNWRITABLE', message, fix, { file }, cause)
}
