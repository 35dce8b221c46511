import type { Scope } from '@lamella/core'
import { fakeRequest } from '../fakes/fake-request.ts'
import type { Bench } from '../kit/rule.ts'
import { within } from '../kit/within.ts'
import type { SourceSuiteOptions } from './options.ts'
import type { SourceKind } from './source-kind.ts'

export type SourceBench = Bench<unknown, SourceSuiteOptions>

/** The scope of a suite, a new object each time: a source that changes it must not affect other cases. */
export function scopeOf({ options }: SourceBench): Scope {
  return { ...(options.scope ?? fakeRequest().scope) }
}

/** Reads from a source; fails the case if it hangs. */
export async function ask<Source, Answer>(
  kind: SourceKind<Source, Answer>,
  source: Source,
  bench: SourceBench,
  scope: Scope = scopeOf(bench),
  signal: AbortSignal = new AbortController().signal,
): Promise<Answer> {
  const { patience = 2_000 } = bench.options
  const answer = await within(patience, () => kind.ask(source, scope, { signal }))
  return answer ? answer.result : bench.fail(`an answer within ${patience} ms`, 'none')
}
