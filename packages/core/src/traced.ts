import type { BuiltContext } from './contract/context.ts'
import type { BuildPart, BuildTracer, PartEnd, PartTracer } from './contract/events.ts'

/** What follows a part of a build; empty if nothing does. */
export type Traces = readonly PartTracer[]

const nobody: Traces = []

/**
 * Does the work of a part of a build, which may be asynchronous, and reports its beginning and end. The result is that of
 * the work, whatever the tracers do.
 */
export function traced<T>(
  over: readonly Partial<Pick<BuildTracer, 'begin'>>[],
  part: BuildPart,
  work: (traces: Traces) => T,
): T {
  const traces = begun(over, part)
  return traces.length === 0 ? work(nobody) : follow(traces, part, work)
}

/** Asks each tracer. Without closures: builds that nothing follows take this path too. */
function begun(over: readonly Partial<Pick<BuildTracer, 'begin'>>[], part: BuildPart): Traces {
  let traces: PartTracer[] | undefined
  for (const one of over) {
    try {
      const trace = one.begin?.(part)
      if (!trace) continue
      traces ??= []
      traces.push(trace)
    } catch {
      // Tracers never change a build.
    }
  }
  return traces ?? nobody
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
  if (!(result instanceof Promise)) {
    succeed(result)
    return result
  }
  const ended = result.then(
    (value: unknown) => {
      succeed(value)
      return value
    },
    (error: unknown) => {
      end({ error })
      throw error
    },
  )
  return ended as T
}

/** Calls the work once inside all tracers, even if one of them throws, or calls it twice or never. */
function runIn<T>([first, ...others]: Traces, work: () => T): T {
  if (!first) return work()
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined
  const once = (): void => {
    if (outcome) return
    try {
      outcome = { value: runIn(others, work) }
    } catch (error) {
      outcome = { error }
    }
  }
  ignoreErrors(() => first.run?.(once))
  once()
  const { value, error } = outcome as unknown as { value: T; error?: unknown }
  if (outcome && 'error' in outcome) throw error
  return value
}

/** Calls what only looks at a build: whether it throws or returns a promise that is rejected, the build goes on. */
export function ignoreErrors(call: () => unknown): void {
  ;(async () => call())().catch(() => {})
}
