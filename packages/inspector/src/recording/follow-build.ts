import { isLamellaError, type Parameters } from '@lamella/core'
import type { BuildPart, PartEnd, PartTracer } from '@lamella/core/plugin'
import type { RecordedBuild } from '../contract/recording.ts'

/** A build that has ended and is not written yet. */
export interface Ended {
  readonly part: BuildPart & { readonly type: 'build' }
  readonly how: PartEnd
  readonly times: RecordedBuild['times']
  /** When it began, by the clock of the machine. */
  readonly began: Date
}

/** Takes the times of a build and of its parts. */
export function followBuild(
  part: Ended['part'],
  { clock, date }: { readonly clock: () => number; readonly date: () => Date },
  done: (ended: Ended) => unknown,
): PartTracer {
  const load: Record<string, number> = {}
  let plan = 0
  const start = clock()
  const began = date()
  return {
    begin: (inner) => {
      const from = clock()
      return {
        end: () => {
          const time = clock() - from
          if (inner.type === 'load') load[inner.layer] = rounded((load[inner.layer] ?? 0) + time)
          else if (inner.type === 'plan') plan = rounded(plan + time)
        },
      }
    },
    end: (how) => done({ part, how, began, times: { build: rounded(clock() - start), load, plan } }),
  }
}

/** Returns what a recording has of a build besides its context. */
export function recordedEnd(
  { part, how, times, began }: Ended,
  withTexts: boolean,
): Pick<RecordedBuild, 'at' | 'scope' | 'session' | 'parameters' | 'times' | 'error'> {
  const { scope, now, session } = part.request
  const at = now instanceof Date ? now : began
  const id = session && 'id' in session ? session.id : undefined
  return {
    ...(Number.isFinite(at.getTime()) && { at: at.toISOString() }),
    scope,
    ...(typeof id === 'string' && { session: id }),
    parameters: withTexts ? part.parameters : sizesOf(part.parameters),
    times,
    ...(!how.context && { error: errorOf(how.error, withTexts) }),
  }
}

/** To microseconds. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}

/** What a recording without texts has of the parameters. */
function sizesOf({ model, maxOutputTokens }: Parameters): Parameters {
  return { ...(model !== undefined && { model }), ...(maxOutputTokens !== undefined && { maxOutputTokens }) }
}

function errorOf(error: unknown, withTexts: boolean): NonNullable<RecordedBuild['error']> {
  const code = isLamellaError(error) ? error.code : error instanceof Error ? error.name : typeof error
  return withTexts ? { code, what: error instanceof Error ? error.message : String(error) } : { code }
}
