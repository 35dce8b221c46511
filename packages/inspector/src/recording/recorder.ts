import type { BuildTracer, Context, Notice } from '@lamella/core'
import type { BuildPart } from '@lamella/core/plugin'
import { checkOptions, mustBeObject } from '@lamella/core/plugin'
import type { RecordingHeader, SentBody, WrittenDiagnosis, WrittenThings } from '../contract/recording-line.ts'
import { type Mutable, plainBytes, type Redact } from './contents.ts'
import { type Ended, followBuild, recordedEnd } from './follow-build.ts'
import { checkRecorder, type RecorderOptions, type RecordingSink } from './options.ts'
import { type ContextWriter, contextWriter } from './record-context.ts'
import { redactTexts } from './redact-texts.ts'

/** Follows builds, and records each. */
export interface Recorder extends BuildTracer {
  /**
   * Records the request body that was really sent for a context, in any format that the page reads. Only where texts are
   * recorded. Bodies of contexts that this recorder has not followed are left out.
   *
   * @example
   * const context = await builder.build(request)
   * const body = toOpenAIChat(context)
   * tracer.sent(context, body)
   */
  sent(context: Pick<Context, 'report'>, body: unknown): void
  /** Records what the provider found in the request of a context: adapters call it. */
  diagnosed(context: Pick<Context, 'report'>, found: readonly Notice[]): void
  /** Resolves when everything built so far has been written. */
  flush(): Promise<void>
}

/** Builds after which a recorder begins again with a header: a damaged line never costs more than these. */
const mostBuilds = 500

/** Builds that wait to be written; one more writes them at once. They hold everything that they were built from. */
const mostWaiting = 32

/** Runs a function after the code that waits for the build. Browsers have no `setImmediate`. */
function afterWaiting(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run)
  else setTimeout(run)
}

/** What is to be written: a build, the body of one, or what the provider found in it. */
type Job =
  | { readonly ended: Ended }
  | { readonly report: object; readonly body: unknown }
  | { readonly report: object; readonly found: readonly Notice[] }

/**
 * Creates a recorder: pass it to `observe` of a builder, of the assembler or of an adapter, and every build becomes a
 * line of the recording. A build is written after it has resolved; when 32 wait, the next one writes them first.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const builder = createContext().observe(recorder({ write: (line) => void lines.push(line) }))
 */
export function recorder(sink: RecordingSink, options: RecorderOptions = {}): Recorder {
  const {
    texts = 'full',
    redact,
    explain = false,
    every = 1,
    when,
    clock = () => performance.now(),
    date = () => new Date(),
    onError = () => {},
  } = checkRecorder(options)
  const withTexts = texts === 'full'
  const redactAll: Redact | undefined = redact && ((value) => redactTexts(value, redact))
  const header: RecordingHeader = {
    ...{ lamella: 'recording', spec: 1, texts },
    ...((every > 1 || when) && { partial: true }),
  }
  const numbers = new WeakMap<object, number>()
  let count = 0
  let left = 0
  let sinceHeader = 0
  let writer: ContextWriter | undefined
  let waiting: Job[] = []
  let writing: Promise<void> | undefined
  let isDue = false

  const buildLines = (ended: Ended): readonly string[] => {
    const lines: string[] = []
    if (writer === undefined || sinceHeader >= mostBuilds) {
      writer = contextWriter({ withTexts, redact: redactAll, explain })
      sinceHeader = 0
      lines.push(JSON.stringify(header))
    }
    sinceHeader++
    const things: Mutable<WrittenThings> = {}
    const { context } = ended.how
    const made = context && writer.write(context, lines, things)
    const build = context ? (numbers.get(context.report) ?? ++count) : ++count
    if (context) numbers.set(context.report, build)
    const { error, ...facts } = recordedEnd(ended, withTexts)
    const isNew = Object.keys(things).length > 0
    const line = { build, ...facts, ...(isNew && { new: things }), ...(made ? { made } : { error }) }
    lines.push(JSON.stringify(line))
    return lines
  }
  const linesOf = (job: Job): readonly string[] => {
    if ('ended' in job) return buildLines(job.ended)
    const sent = numbers.get(job.report)
    if (sent === undefined) return []
    if ('found' in job) {
      const found = withTexts ? job.found : job.found.map(({ code }) => ({ code }))
      const line = { diagnosed: sent, found } satisfies WrittenDiagnosis
      return [JSON.stringify(redactAll ? redactAll(line) : line)]
    }
    if (!withTexts) return []
    const body = (redactAll ? redactAll(job.body) : job.body) as SentBody['body']
    return [JSON.stringify({ sent, body } satisfies SentBody, plainBytes)]
  }
  /** Writes a job; returns a promise only where the sink does. */
  const put = (job: Job, attempt = 0): Promise<void> | undefined => {
    const lines = linesOf(job)
    const again = (): Promise<void> | undefined => {
      // A sink that is full asks to begin again, once; one that goes on asking is broken.
      if (attempt > 0) throw new Error('The sink of a recording asks to begin again at its first lines.')
      writer = undefined
      return put(job, attempt + 1)
    }
    for (const [index, line] of lines.entries()) {
      const answer = sink.write(line)
      if (answer === 'restart') return again()
      if (answer !== undefined) return putRest(answer, lines.slice(index + 1), again)
    }
    return undefined
  }
  const putRest = async (
    first: Promise<'restart' | undefined>,
    rest: readonly string[],
    again: () => Promise<void> | undefined,
  ): Promise<void> => {
    if ((await first) === 'restart') return again()
    for (const line of rest) if ((await sink.write(line)) === 'restart') return again()
    return undefined
  }
  const failed = (error: unknown): void => {
    // What was lost may have had what later builds name.
    writer = undefined
    onError(error)
  }
  const writeAll = (): void => {
    isDue = false
    const jobs = waiting
    waiting = []
    for (const [index, job] of jobs.entries()) {
      try {
        const pending = put(job)
        if (pending === undefined) continue
        waiting = [...jobs.slice(index + 1), ...waiting]
        writing = pending.catch(failed).then(() => {
          writing = undefined
          writeAll()
        })
        return
      } catch (error) {
        failed(error)
      }
    }
  }
  const enqueue = (job: Job): void => {
    waiting.push(job)
    if (writing !== undefined) return
    if (waiting.length > mostWaiting) {
      writeAll()
    } else if (!isDue) {
      isDue = true
      afterWaiting(() => writing === undefined && writeAll())
    }
  }
  const isWanted = ({ context }: Ended['how']): boolean => {
    if (!context || !when) return true
    try {
      return when(context)
    } catch (error) {
      onError(error)
      return false
    }
  }
  return {
    begin: (part: BuildPart) => {
      if (part.type !== 'build') return undefined
      left = (left === 0 ? every : left) - 1
      if (left !== every - 1) return undefined
      return followBuild(part, { clock, date }, (ended) => isWanted(ended.how) && enqueue({ ended }))
    },
    sent: (context, body) => enqueue({ report: reportOf('sent', context), body }),
    diagnosed: (context, found) => enqueue({ report: reportOf('diagnosed', context), found }),
    flush: async () => {
      if (writing === undefined) writeAll()
      while (writing !== undefined) await writing
      try {
        await sink.flush?.()
      } catch (error) {
        failed(error)
      }
    },
  }
}

function reportOf<Report>(what: string, context: { readonly report: Report }): Report {
  checkOptions(what, { context }, { context: mustBeObject }, ['context'])
  return context.report
}
