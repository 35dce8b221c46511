import type { MemorySource, Scope } from '@lamella/core'
import { mustAnswer } from '../kit/must-equal.ts'
import type { Bench, Rule } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { ask, scopeOf } from '../sources/ask.ts'
import type { SourceSuiteOptions } from '../sources/options.ts'
import { memorySourceKind as kind } from './kind.ts'

/** Ids that no source of a test has: of an erased memory, of another source, and such as no store can have. */
const foreign = ['conformance-erased-4711', 'm-0000000000000000', '', ' ', '__proto__', '../../etc/passwd', '\ud800']

type MemoryBench = Bench<MemorySource, SourceSuiteOptions>

/** Rules for `revoked`, if the source has it: what a run must not send again. */
export const revokedRules: readonly Rule<MemorySource, SourceSuiteOptions>[] = [
  {
    code: 'MEMORY_SOURCE_REVOKED',
    name: 'revokes the ids that it does not have, and none of its own',
    contract: ['MemorySource.revoked', 'Returns which of these ids do not exist (any longer)'],
    check: async (source, bench) => {
      if (!source.revoked) return bench.skip('the source has no method revoked')
      const own = (await ask(kind, source, bench)).entries.map(({ id }) => id)
      const gone = foreign.filter((id) => !own.includes(id))
      for (const [ids, expected] of [
        [own, []],
        [gone, gone],
        [[...own, ...gone], gone],
        [[], []],
      ] as const) {
        await revokes(source, bench, scopeOf(bench), { ids, expected })
      }
    },
  },
  {
    code: 'MEMORY_SOURCE_REVOKED_SCOPES',
    name: 'revokes all ids for a scope that may not see them',
    contract: ['MemorySource.revoked', 'or may not be seen by the scope.'],
    check: async (source, bench) => {
      if (!source.revoked) return bench.skip('the source has no method revoked')
      const { others } = bench.options
      if (others === undefined) return bench.skip('the option others is not set')
      const own = (await ask(kind, source, bench)).entries.map(({ id }) => id)
      for (const other of others) {
        const theirs = new Set((await ask(kind, source, bench, { ...other })).entries.map(({ id }) => id))
        const ids = own.filter((id) => !theirs.has(id))
        await revokes(source, bench, { ...other }, { ids, expected: ids })
      }
    },
  },
]

async function revokes(
  source: MemorySource,
  bench: MemoryBench,
  scope: Scope,
  { ids, expected }: { readonly ids: readonly string[]; readonly expected: readonly string[] },
): Promise<void> {
  const asking = {
    ...kind,
    ask: async (from: MemorySource, of: Scope, request: { readonly signal: AbortSignal }) =>
      (await from.revoked?.(of, Object.freeze([...ids]), request)) as unknown,
  }
  const revoked = await mustAnswer(bench, `the revoked ones of ${show(ids)}`, () => ask(asking, source, bench, scope))
  const isRight =
    Array.isArray(revoked) &&
    revoked.every((id) => expected.includes(String(id))) &&
    expected.every((id) => (revoked as readonly unknown[]).includes(id))
  if (!isRight) bench.fail(`${show(expected)} of ${show(ids)} for ${show(scope)}`, show(revoked))
}
