import { type BuildTracer, logTo } from '@lamella/core'
import type { Command } from 'commander'
import { assemble } from '../assemble.ts'
import type { Io } from '../io.ts'
import { addRequestOptions, type RequestOptions } from '../options.ts'
import { toJson } from '../plain.ts'
import { cliError, codeOf } from '../problem.ts'
import { inform, warn } from '../write.ts'

interface BuildOptions extends RequestOptions {
  readonly record?: string
}

const example = `
Examples:
  $ lamella build ./agent --session chat.jsonl --message "And then?" |
      curl https://api.openai.com/v1/chat/completions --json @- \\
        --header "Authorization: Bearer $OPENAI_API_KEY"
  $ lamella build ./agent --message "Hello" --record agent.jsonl > request.json

The request alone goes to standard output; warnings go to standard error.`

/** Adds `lamella build`: prints the request as JSON. */
export function addBuild(program: Command, io: Io): void {
  addRequestOptions(program.command('build'))
    .option('--record <file>', 'append the build, with its texts, to a recording for `lamella diff`')
    .summary('print the request as JSON')
    .description('Prints the request for a model, as JSON.')
    .addHelpText('after', example)
    .action(async (folder: string, options: BuildOptions) => {
      const info = (line: string): void => inform(io, line)
      const warnUser = (line: string): void => warn(io, line)
      const log = logTo({ debug: () => {}, info, warn: warnUser })
      const { context, target } = await withRecording(options.record, (tracers: readonly BuildTracer[]) =>
        assemble(folder, options, io, [log, ...tracers]),
      )
      const report = ({ path, what }: { path: string; what: string }): unknown => warnUser(`lamella: ${path}: ${what}`)
      const { request } = (await target.format.load()).encode(context, { onLoss: report, onRepair: report })
      io.stdout.write(`${toJson(request)}\n`)
    })
}

/**
 * Runs a task whose builds are recorded in a file, after what the file has; without a file, just runs it. A build that
 * fails is recorded, too.
 *
 * @throws LamellaError `RECORDING_UNWRITABLE`, and anything that the task throws
 */
async function withRecording<Result>(
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
