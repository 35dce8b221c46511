import type { BuiltContext } from './contract/context.ts'
import type { BuildPart, BuildTracer, PartEnd, PartTracer } from './contract/events.ts'

/** What follows a part of a build; empty if nothing does. */
export type Traces = readonly PartTracer[]

/**
 * Does the work of a part of a build, which may be asynchronous, and reports its beginning and end. The result is that of
 * the work, whatever the tracers do.
 */
export function traced<T>(
  over: readonly Partial<Pick<BuildTracer, 'begin'>>[],
  part: BuildPart,
  work: (traces: Traces) => T,
): T {
  const traces: PartTracer[] = []
  for (const one of over) {
    ignoreErrors(() => {
      const trace = one.begin?.(part)
      if (trace) traces.push(trace)
    })
  }
  return traces.length === 0 ? work(traces) : follow(traces, part, work)
}

function follow<T>(traces: Traces, part: BuildPart, work: (traces: Traces) => T): T {
  const end = (how: PartEnd): void => {
    for (const one of traces) ignoreErrors(() => one.end(how))
  }
  const succeed = (value: unknown): void => end(part.type === 'build' ? { context: value as BuiltContext } : {})
  let result: T
  try {
    result = runIn(traces, () => work(traces))
  } catch (error) {
    end({ error })
    throw error
  }
  if (result instanceof Promise) result.then(succeed, (error: unknown) => end({ error }))
  else succeed(result)
  return result
}

/** Calls the work once inside all tracers, even if one of them throws, or calls it twice or never. */
function runIn<T>([first, ...others]: Traces, work: () => T): T {
  if (!first) return work()
  let outcome: (() => T) | undefined
  const once = (): void => {
    if (outcome) return
    try {
      const value = runIn(others, work)
      outcome = () => value
    } catch (error) {
      outcome = () => {
        throw error
      }
    }
  }
  ignoreErrors(() => first.run?.(once))
  once()
  return (outcome as unknown as () => T)()
}

/** Calls what only looks at a build: whether it throws or returns a promise that is rejected, the build goes on. */
export function ignoreErrors(call: () => unknown): void {
  ;(async () => call())().catch(() => {})
}
