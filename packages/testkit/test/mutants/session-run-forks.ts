import type { TestedSessionStore } from '../../src/session-store/options.ts'
import type { Mutant } from './mutant.ts'
import { type Base, type Fields, gives, type MakeMutant, without } from './store-faults.ts'

const keyOf = (...names: readonly unknown[]): string => JSON.stringify(names)

const infoOf = async (base: Base, scope: unknown, session: unknown): Promise<Fields> =>
  ((await base.ask('info', scope, session)) as Fields | undefined) ?? {}

const isWith = (run: unknown, key: string): boolean => typeof run === 'object' && run !== null && key in run

/** Faults in what is added to the states of runs, and in the states of forks. */
export const sessionRunForkMutants = (
  mutant: MakeMutant<TestedSessionStore>,
): readonly Mutant<TestedSessionStore>[] => [
  mutant('RUN_ADDED', 'writes what is added in place of the state', (base) => ({
    'runs.write': async (scope, session, run, expected) => await base.ask('runs.write', scope, session, run, expected),
  })),
  mutant(
    'RUN_ADDED',
    'returns what was added last first',
    gives('runs.read', (stored, [, session]) => {
      const { added } = (stored ?? {}) as { readonly added?: readonly unknown[] }
      return session === 's' && added ? { ...stored, added: added.toReversed() } : stored
    }),
  ),
  mutant('RUN_ADDED', 'keeps what was added when another state replaces it', (base) => {
    let left: unknown
    return {
      'runs.write': async (scope, session, run, ...more) => {
        const before = (await base.ask('runs.read', scope, session)) as Fields | undefined
        if (isWith(run, 'second')) left = before?.['added']
        return await base.ask('runs.write', scope, session, run, ...more)
      },
      'runs.read': async (scope, session) => {
        const stored = (await base.ask('runs.read', scope, session)) as Fields | undefined
        return stored && left ? { ...stored, added: left } : stored
      },
    }
  }),
  mutant('RUN_ADDED', 'ignores the expected version of what is added', (base) => ({
    'runs.write': async (scope, session, run, expected, ...options) => {
      const stored = (await base.ask('runs.read', scope, session)) as Fields | undefined
      const accepts = isWith(run, 'late')
      return await base.ask('runs.write', scope, session, run, accepts ? stored?.['version'] : expected, ...options)
    },
  })),
  mutant('RUN_FORK', 'copies no run into a fork at an earlier position', (base) => {
    const forks = new Set<string>()
    return {
      'transfer.fork': async (scope, session, into, end) => {
        const { length } = await infoOf(base, scope, session)
        if (session === 'trunk' && end !== undefined && Number(end) < Number(length)) forks.add(keyOf(scope, into))
        return await base.ask('transfer.fork', scope, session, into, end)
      },
      'runs.read': async (scope, session) =>
        forks.has(keyOf(scope, session)) ? undefined : await base.ask('runs.read', scope, session),
    }
  }),
  mutant('RUN_FORK', 'shares the run of a fork with the original', (base) => ({
    'runs.read': async (scope, session) => {
      const { forkedFrom } = (await infoOf(base, scope, session)) as {
        readonly forkedFrom?: { readonly session: string }
      }
      const own = await base.ask('runs.read', scope, session)
      return forkedFrom?.session === 'trunk' ? ((await base.ask('runs.read', scope, 'trunk')) ?? own) : own
    },
  })),
  mutant('RUN_ADDED_FORK', 'copies nothing that was added into a fork', (base) => ({
    'runs.read': async (scope, session) => {
      const stored = (await base.ask('runs.read', scope, session)) as Fields | undefined
      const { forkedFrom } = await infoOf(base, scope, session)
      return stored && forkedFrom && stored['version'] === 1 ? without(stored, 'added') : stored
    },
  })),
]
