import {
  type BuildPart,
  type BuildTracer,
  type BuiltContext,
  isLamellaError,
  type Parameters,
  type PartEnd,
  type PartTracer,
} from '@lamella/core'
import type { RecordedBuild, RecordedContent, RecordingHeader } from '../contract/recording.ts'
import { createContents, plainBytes, type Redact } from './contents.ts'
import { checkRecorder, type RecorderOptions, type RecordingSink } from './options.ts'
import { recordContext } from './record-context.ts'
import { redactTexts } from './redact-texts.ts'

/** Follows builds, and records each. */
export interface Recorder extends BuildTracer {
  /** Resolves when everything built so far has been written. */
  flush(): Promise<void>
}

/** A build that has ended and is not written yet. */
interface Ended {
  readonly part: BuildPart & { readonly type: 'build' }
  readonly how: PartEnd
  readonly times: RecordedBuild['times']
}

/**
 * Creates a recorder: pass it to `observe` of a builder, of the assembler or of an adapter, and every build becomes a
 * line of the recording. Nothing is computed or written before the build has resolved.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const builder = createContext().observe(recorder({ write: (line) => void lines.push(line) }))
 */
export function recorder(sink: RecordingSink, options: RecorderOptions = {}): Recorder {
  const { texts = 'full', redact, clock = () => performance.now(), onError = () => {} } = checkRecorder(options)
  const withTexts = texts === 'full'
  const shown: Redact | undefined = withTexts ? (value) => (redact ? redactTexts(value, redact) : value) : undefined
  const contents = createContents(shown)
  const header: RecordingHeader = { lamella: 'recording', spec: 1, texts }
  let count = 0
  let writing: Promise<void> = Promise.resolve()

  const linesOf = (ended: Ended): readonly string[] => {
    const lines: RecordedContent[] = []
    const first = count === 0 ? [header] : []
    const build = recordBuild(ended, ++count, ({ context }) =>
      recordContext(context, contents, { shown, withRun: withTexts && !redact }, lines),
    )
    return [...first, ...lines, build].map((line) => JSON.stringify(line, plainBytes))
  }
  const put = async (ended: Ended): Promise<void> => {
    // A sink that is full asks to begin again, once; one that goes on asking is broken.
    for (let attempt = 0; attempt < 2; attempt++) {
      let restart = false
      for (const line of linesOf(ended)) {
        restart = (await sink.write(line)) === 'restart'
        if (restart) break
      }
      if (!restart) return
      count = 0
      contents.forget()
    }
    throw new Error('The sink of a recording asks to begin again at its first lines.')
  }
  const recordBuild = (
    { part, how, times }: Ended,
    build: number,
    record: (made: { readonly context: BuiltContext }) => RecordedBuild['made'],
  ): RecordedBuild => {
    const { scope, now, session } = part.request
    const id = session && 'id' in session ? session.id : undefined
    const made = how.context && record({ context: how.context })
    return {
      build,
      ...(now instanceof Date && Number.isFinite(now.getTime()) && { at: now.toISOString() }),
      scope,
      ...(typeof id === 'string' && { session: id }),
      parameters: withTexts ? part.parameters : sizesOf(part.parameters),
      times,
      ...(made ? { made } : { error: errorOf(how.error, withTexts) }),
    }
  }
  const enqueue = (ended: Ended): void => {
    // Later: who waits for the build goes first.
    writing = writing.then(() => new Promise((resolve) => setTimeout(resolve, 0)))
    writing = writing.then(() => put(ended)).catch(onError)
  }
  return {
    begin: (part) => (part.type === 'build' ? follow(part, clock, enqueue) : undefined),
    flush: () => writing,
  }
}

/** Takes the times of a build and of its parts. */
function follow(part: Ended['part'], clock: () => number, enqueue: (ended: Ended) => void): PartTracer {
  const load: Record<string, number> = {}
  let plan = 0
  const start = clock()
  return {
    begin: (inner) => {
      const from = clock()
      return {
        end: () => {
          const time = clock() - from
          if (inner.type === 'load') load[inner.layer] = (load[inner.layer] ?? 0) + time
          else if (inner.type === 'plan') plan += time
        },
      }
    },
    end: (how) => {
      const times = { build: clock() - start, load, plan }
      enqueue({ part, how, times })
    },
  }
}

/** What a recording without texts has of the parameters. */
function sizesOf({ model, maxOutputTokens }: Parameters): Parameters {
  return { ...(model !== undefined && { model }), ...(maxOutputTokens !== undefined && { maxOutputTokens }) }
}

function errorOf(error: unknown, withTexts: boolean): NonNullable<RecordedBuild['error']> {
  const code = isLamellaError(error) ? error.code : error instanceof Error ? error.name : typeof error
  return withTexts ? { code, what: error instanceof Error ? error.message : String(error) } : { code }
}
