import { createEstimator, type Message } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  createCounter,
  mustBeFunction,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { simpleFraming } from '@lamella/wire/measure'
import type { TranscriptRequest, TranscriptUsage } from '../contract/request.ts'
import type {
  ComparedCompaction,
  ComparedRequest,
  ComparedTotal,
  ComparedUse,
  SideBySide,
  SideBySideOptions,
} from '../contract/side-by-side.ts'
import type { Transcript, TranscriptCompaction, TranscriptEntry } from '../contract/transcript.ts'
import { checkTranscript } from '../shared/check-transcript.ts'
import { cacheMisses } from './cache-misses.ts'
import { lostValues } from './lost-values.ts'
import type { RunStep } from './run-steps.ts'
import { scaleOf } from './scale.ts'

/** The most requests from which it is learned how the provider counts: the first ones, which are the smallest. */
const mostPoints = 200

/** The most compactions of which values are compared, the newest ones. */
const mostCompactions = 20

const checks: Checks<SideBySideOptions> = {
  window: mustBeWhole(1),
  windowOf: mustBeFunction,
  costOf: mustBeFunction,
  tokenizer: mustHaveMethod('count'),
  most: mustBeWhole(1),
  pause: mustBeFunction,
}

/**
 * Compares what a program sent with what a run of Lamella would have sent on the same conversation: the planner, the history and
 * the digest of `openRun`, with the messages of the path and without the summaries of compactions. Nothing is asked of a provider.
 *
 * The program's side is what its provider counted. The run's side is estimated: by a line through the requests before the first compaction,
 * whose head is what the file does not have, such as system prompt and tools. What repeats is taken to be read from the cache,
 * except after a pause that also the program's cache did not outlast.
 *
 * @returns `undefined` if the usage of no answer on the path is known, as in the file of a sub-agent, which has no path
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const found = await sideBySide(session, { window: 200_000 })
 * if (found) console.log(found.program.input, found.run.input, found.run.cuts)
 */
export async function sideBySide(
  transcript: Transcript,
  options: SideBySideOptions = {},
): Promise<SideBySide | undefined> {
  const {
    window: given,
    windowOf,
    costOf,
    tokenizer = createEstimator(),
    most = 300,
    pause,
  } = checkOptions('sideBySide', options, checks)
  const entries = conversationOf(checkTranscript('sideBySide', transcript))
  const all = countedAnswers(entries, transcript)
  const answers = all.slice(-most)
  if (answers.length === 0) return undefined
  const messages = entries.map(({ message }) => asGiven(message))
  const counter = createCounter(tokenizer, simpleFraming)
  const scale = scaleOf(points())
  const largest = all.reduce((most, { request: { usage } }) => Math.max(most, sizeOf(usage) + usage.output), 0)
  const model = answers.at(-1)?.request.model
  const limit = transcript.limit ?? (model === undefined ? undefined : windowOf?.(model))
  const window = Math.max(given ?? (transcript.compactions.length > 0 ? 0 : (limit ?? 0)), largest)
  const compactions = transcript.compactions.slice(-mostCompactions)
  const after = compactions.map(({ line }) => answers.findIndex(({ request }) => request.line > line))
  const shown = new Set(after)
  const estimated = (tokens: number): number => Math.floor(tokens / scale.factor)
  const reserve = Math.min(
    Math.max(...answers.map(({ request }) => request.usage.output)),
    Math.floor((window - scale.head) / 2),
  )
  const room = estimated(window - scale.head)
  // Who only reads sessions loads no planner.
  const { runSteps } = await import('./run-steps.ts')
  const steps =
    room < 2
      ? []
      : await runSteps({
          messages,
          at: answers.map(({ before, request: { model } }, index) => ({ before, model, isShown: shown.has(index) })),
          window: room,
          reserve: Math.min(room - 1, estimated(reserve)),
          tokenizer,
          pause,
        })
  const paused = new Set(
    cacheMisses(transcript).flatMap(({ request, cause }) => (cause === 'pause' ? [request.line] : [])),
  )
  const requests = answers.slice(0, steps.length).map(({ request }, index): ComparedRequest => {
    const step = steps[index] as RunStep
    const tokens = Math.round(scale.head + scale.factor * step.tokens)
    const isFirst = index === 0
    const isSame = isFirst || answers[index - 1]?.request.model === request.model
    const repeated = isFirst
      ? Math.min(scale.head, request.usage.cacheRead)
      : paused.has(request.line) || !isSame
        ? 0
        : Math.round(scale.head + scale.factor * step.repeated)
    const cached = Math.min(tokens, repeated)
    return {
      line: request.line,
      program: {
        tokens: sizeOf(request.usage),
        cached: request.usage.cacheRead,
        ...costed(costOf?.(withUsage(request, request.usage))),
      },
      run: {
        tokens,
        cached,
        ...costed(costOf?.(withUsage(request, usageOf(request.usage, tokens, cached)))),
        ...(step.cut && { cut: step.cut }),
      },
    }
  })
  const ended = answers[steps.length]?.request.line
  const [from = 0, to = 0] = [requests[0]?.line, requests.at(-1)?.line]
  return {
    ...scale,
    window,
    requests,
    program: totalOf(
      requests.map(({ program }) => program),
      transcript.compactions.filter(({ line }) => line > from && line < to).length,
    ),
    run: totalOf(
      requests.map(({ run }) => run),
      requests.filter(({ run }) => run.cut).length,
    ),
    compactions: await Promise.all(
      compactions.flatMap((one, index) => {
        const { sent } = steps[after[index] ?? -1] ?? {}
        return sent ? [compared(one, sent)] : []
      }),
    ),
    earlier: all.length - answers.length,
    ...(ended !== undefined && { ended }),
  }

  /** The requests that sent what the path has: those before the first compaction; if there is none, what the newest window held. */
  function points(): Parameters<typeof scaleOf>[0] {
    const first = transcript.compactions[0]?.line ?? Number.POSITIVE_INFINITY
    let [until, estimated] = [0, 0]
    const early = all.filter(({ request }) => request.line < first).slice(0, mostPoints)
    const found = early.map(({ before, request }) => {
      estimated += counter.content(messages.slice(until, before))
      until = before
      return { estimated, counted: sizeOf(request.usage) }
    })
    const last = all.at(-1)?.request.usage
    if (found.length > 0 || !last) return found
    const held = counter.content(transcript.window.map(({ message }) => asGiven(message)))
    return [{ estimated: held, counted: sizeOf(last) + last.output }]
  }

  async function compared(compaction: TranscriptCompaction, sent: readonly Message[]): Promise<ComparedCompaction> {
    const { line, lost } = compaction
    const texts = new Set(sent.map(({ content }) => JSON.stringify(content)))
    const kept = lost.filter(({ message }) => texts.has(JSON.stringify(message.content))).length
    const { values, keptBy } = await lostValues(compaction, transcript)
    return { line, messages: { lost: lost.length, kept }, values: { lost: values.size, kept: keptBy(sent) } }
  }
}

/** All that a request sent. */
function sizeOf({ input, cacheRead, cacheWrite = 0 }: TranscriptUsage): number {
  return input + cacheRead + cacheWrite
}

/** A session has no system messages of its own: what a program wrote among the others is a user's message for the run. */
function asGiven(message: Message): Message {
  return message.role === 'system' ? { role: 'user', content: message.content } : message
}

/** A request with another usage; what the program says of its cost is of its own. */
function withUsage({ cost: _, ...request }: TranscriptRequest, usage: TranscriptUsage): TranscriptRequest {
  return { ...request, usage }
}

/** What is not read is written where the provider charges for that, for as long as the program has it written. */
function usageOf({ output, cacheWrite, writes }: TranscriptUsage, tokens: number, cacheRead: number): TranscriptUsage {
  const rest = tokens - cacheRead
  if (cacheWrite === undefined) return { input: rest, cacheRead, output }
  const [life] = Object.entries(writes ?? {}).toSorted(([, one], [, other]) => other - one)
  return { input: 0, cacheWrite: rest, cacheRead, output, ...(life && { writes: { [life[0]]: rest } }) }
}

function costed(cost: number | undefined): { readonly cost?: number } {
  return cost === undefined ? {} : { cost }
}

function totalOf(uses: readonly ComparedUse[], cuts: number): ComparedTotal {
  const add = (value: (use: ComparedUse) => number): number => uses.reduce((sum, use) => sum + value(use), 0)
  const isPriced = uses.every(({ cost }) => cost !== undefined)
  return {
    input: add(({ tokens }) => tokens),
    cached: add(({ cached }) => cached),
    largest: uses.reduce((most, { tokens }) => Math.max(most, tokens), 0),
    cuts,
    ...(isPriced && { cost: add(({ cost = 0 }) => cost) }),
  }
}

/** An answer on the path, with the request that it answers. */
interface CountedEntry {
  readonly request: TranscriptRequest
  /** How many entries of the conversation were there when it was asked. */
  readonly before: number
}

/** What a session said without summaries: a conversation as it would be without compactions. */
function conversationOf({ path }: Transcript): readonly TranscriptEntry[] {
  return path.filter(({ by }) => by !== 'summary')
}

/**
 * Returns the answers of a conversation whose usage is known. A request belongs to the newest answer that had begun by its line;
 * of several, as after an error, the last one counts.
 */
function countedAnswers(entries: readonly TranscriptEntry[], { requests }: Transcript): readonly CountedEntry[] {
  const byLine = (one: { readonly line: number }, other: { readonly line: number }): number => one.line - other.line
  const answers = entries
    .flatMap(({ by, lines: [line = 0] }, index) => (by === 'model' ? [{ line, index }] : []))
    .sort(byLine)
  const onPath = requests.filter(({ purpose, uncertain }) => purpose === 'path' && !uncertain).sort(byLine)
  const found = new Map<number, CountedEntry>()
  let next = 0
  for (const request of onPath) {
    while ((answers[next]?.line ?? Number.POSITIVE_INFINITY) <= request.line) next++
    const answer = answers[next - 1]
    if (answer) found.set(answer.index, { request, before: answer.index })
  }
  return [...found.values()].sort((one, other) => one.before - other.before)
}
