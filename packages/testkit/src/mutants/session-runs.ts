import type { SessionStore } from '@lamella/core/store'
import type { Mutant } from './mutant.ts'
import {
  at,
  type Base,
  type Fault,
  type Fields,
  gives,
  type MakeMutant,
  moment,
  takes,
  without,
} from './store-faults.ts'

const keyOf = (...names: readonly unknown[]): string => JSON.stringify(names)
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** A store that writes another state than the given one, if that is an object. */
const writes = (change: (run: Fields) => unknown): Fault =>
  takes('writeRun', (given) => at(given, 2, (run) => (isObject(run) && !Array.isArray(run) ? change(run) : run)))

/** A store that returns another state than the stored one. */
const reads = (change: (stored: Fields, given: readonly unknown[]) => unknown): Fault =>
  gives('readRun', (stored, given) => stored && change(stored, given))

const infoOf = async (base: Base, scope: unknown, session: unknown): Promise<Fields> =>
  ((await base.ask('info', scope, session)) as Fields | undefined) ?? {}

/** Faults in the states of runs that sessions keep. */
export const sessionRunMutants = (mutant: MakeMutant<SessionStore>): readonly Mutant<SessionStore>[] => [
  mutant('RUN_METHODS', 'reads runs that it cannot write', () => ({ writeRun: undefined })),
  mutant(
    'RUN_ROUND_TRIP',
    'drops a key that every object has',
    reads((stored) => ({ ...stored, run: without(stored['run'], '__proto__') })),
  ),
  mutant(
    'RUN_ROUND_TRIP',
    'replaces lone surrogates in a run',
    reads((stored) => ({
      ...stored,
      run: JSON.parse(JSON.stringify(stored['run']).replaceAll(/(?<!\\)\\ud[89a-f]../g, '\ufffd')) as unknown,
    })),
  ),
  mutant('RUN_REPLACED', 'merges a state into the one before', (base) => ({
    writeRun: async (scope, session, run, options) => {
      if (!isObject(run) || !('b' in run)) return await base.ask('writeRun', scope, session, run, options)
      const before = (await base.ask('readRun', scope, session)) as Fields | undefined
      return await base.ask('writeRun', scope, session, { ...(before?.['run'] as Fields), ...run }, options)
    },
  })),
  mutant('RUN_REPLACED', 'returns the present revision with a run', (base) => ({
    readRun: async (scope, session) => {
      const stored = (await base.ask('readRun', scope, session)) as Fields | undefined
      const { length, revision } = await infoOf(base, scope, session)
      return stored && session === 's' && length === 2 ? { ...stored, revision } : stored
    },
  })),
  mutant('REVISION', 'returns a page without the revision of a run', (base) => ({
    page: async (...given) => {
      const page = await base.ask<Fields>('page', ...given)
      const stored = (await base.ask('readRun', given[0], given[1])) as Fields | undefined
      const { revision } = page
      return stored?.['revision'] === revision ? { ...page, revision: Number(revision) - 1 } : page
    },
  })),
  mutant(
    'RUN_REFUSED',
    'keeps what JSON keeps of a run',
    writes((run) => plainOf(run)),
  ),
  mutant('RUN_REFUSED', 'keeps a list as the state of a run', (base) => ({
    writeRun: async (scope, session, run, ...more) =>
      await base.ask('writeRun', scope, session, Array.isArray(run) ? { run } : run, ...more),
  })),
  mutant(
    'RUN_CONFLICT',
    'treats expected revision 0 of a run as no expectation',
    takes('writeRun', (given) =>
      at(given, 3, (options) =>
        (options as Fields | undefined)?.['expectedRevision'] === 0 ? without(options, 'expectedRevision') : options,
      ),
    ),
  ),
  mutant('RUN_CONFLICT', 'accepts an append that missed the last run', (base) => ({
    append: async (scope, session, messages, options) => {
      const { expectedRevision, operation } = (options ?? {}) as Fields
      if (expectedRevision === undefined || operation !== undefined) {
        return await base.ask('append', scope, session, messages, options)
      }
      const stored = (await base.ask('readRun', scope, session)) as Fields | undefined
      const { length, revision } = await infoOf(base, scope, session)
      const isMissed = length === 0 && stored?.['revision'] === revision && Number(expectedRevision) + 1 === revision
      return await base.ask('append', scope, session, messages, isMissed ? { expectedRevision: revision } : options)
    },
  })),
  mutant('PARALLEL_CONFLICT', 'checks the revision of a run first and writes later', (base) => ({
    writeRun: async (scope, session, run, options) => {
      const { expectedRevision } = (options ?? {}) as Fields
      const isMeant = isObject(run) && 'written' in run && expectedRevision !== undefined
      if (!isMeant) return await base.ask('writeRun', scope, session, run, options)
      await base.ask('append', scope, session, [], { expectedRevision })
      await moment()
      return await base.ask('writeRun', scope, session, run)
    },
  })),
  mutant('RUN_HIDDEN', 'counts the state of a run in the size', (base) => ({
    info: async (scope, session) => {
      const info = (await base.ask('info', scope, session)) as Fields | undefined
      const stored = (await base.ask('readRun', scope, session)) as Fields | undefined
      const isMeant = info && stored && JSON.stringify(stored['run']).includes('zanzibar')
      return isMeant ? { ...info, size: Number(info['size']) + JSON.stringify(stored['run']).length } : info
    },
  })),
  mutant('RUN_HIDDEN', 'lists no session that has only a run', (base) => ({
    list: async (scope, request) => {
      const list = (await base.ask('list', scope, request)) as Fields
      const sessions = (list['sessions'] as readonly Fields[]).filter(({ length }) => length !== 0)
      const isMeant = sessions.some(({ id }) => id === 's') && sessions.length === 1
      return isMeant ? { ...list, sessions } : list
    },
  })),
  mutant('RUN_KEPT_APART', 'shares a run between the agents of a user', (base) => ({
    readRun: async (scope, session) => {
      const own = await base.ask('readRun', scope, session)
      const { agent, ...user } = (scope ?? {}) as Fields
      return own ?? (agent === 'bot' ? await base.ask('readRun', user, session) : own)
    },
  })),
  mutant('RUN_GONE', 'keeps the run of a deleted session', (base) => {
    const left = new Map<string, unknown>()
    return {
      delete: async (scope, session) => {
        left.set(keyOf(scope, session), await base.ask('readRun', scope, session))
        return await base.ask('delete', scope, session)
      },
      readRun: async (scope, session) => (await base.ask('readRun', scope, session)) ?? left.get(keyOf(scope, session)),
    }
  }),
  mutant('RUN_GONE', 'keeps the runs of erased sessions', (base) => {
    const left = new Map<string, unknown>()
    return {
      erase: async (scope) => {
        left.set(keyOf(scope, 's'), await base.ask('readRun', scope, 's'))
        return await base.ask('erase', scope)
      },
      readRun: async (scope, session) => (await base.ask('readRun', scope, session)) ?? left.get(keyOf(scope, session)),
    }
  }),
  mutant('RUN_FORK', 'forgets the run in a fork at an earlier position', (base) => ({
    fork: async (scope, session, into, end) => {
      const { length } = await infoOf(base, scope, session)
      const info = await base.ask('fork', scope, session, into, end)
      const isMeant = session === 'trunk' && end !== undefined && Number(end) < Number(length)
      const stored = isMeant ? await base.ask('readRun', scope, into) : undefined
      if (stored !== undefined) await base.ask('writeRun', scope, into, {})
      return info
    },
  })),
  mutant('RUN_FORK', 'returns the revision of the original run in a fork', (base) => ({
    readRun: async (scope, session) => {
      const stored = (await base.ask('readRun', scope, session)) as Fields | undefined
      const { forkedFrom } = (await infoOf(base, scope, session)) as {
        readonly forkedFrom?: { readonly session: string }
      }
      const from = forkedFrom?.session === 'trunk' ? forkedFrom.session : undefined
      const original = from && ((await base.ask('readRun', scope, from)) as Fields | undefined)
      return stored?.['revision'] === 1 && original ? { ...stored, revision: original['revision'] } : stored
    },
  })),
  mutant('COPIES', 'returns the same run to every caller', (base) => {
    const known = new Map<string, Fields>()
    return {
      readRun: async (scope, session) => {
        const stored = (await base.ask('readRun', scope, session)) as Fields | undefined
        if (stored === undefined) return undefined
        const key = keyOf(scope, session, await infoOf(base, scope, session))
        const first = known.get(key) ?? stored
        known.set(key, first)
        return first
      },
    }
  }),
  mutant('COPIES', 'reads the state of a run only when it writes it', (base) => ({
    writeRun: async (...given) => {
      const [, , run] = given
      if (isObject(run) && 'messages' in run && !Object.isFrozen(run)) await moment()
      return await base.ask('writeRun', ...given)
    },
  })),
  mutant('REOPEN', 'forgets runs when it is closed', (base) => {
    let isClosed = false
    return {
      close: async () => {
        isClosed = true
      },
      readRun: async (...given) => (isClosed ? undefined : await base.ask('readRun', ...given)),
    }
  }),
  mutant('EXPORT', 'exports a run as it is now', (base) => ({
    export: async function* (scope, session): AsyncGenerator<string, void, undefined> {
      let number = 0
      for await (const line of await base.ask<AsyncIterable<string>>('export', scope, session)) {
        number++
        const stored = number === 2 ? ((await base.ask('readRun', scope, session)) as Fields | undefined) : undefined
        yield stored ? `{"revision":${stored['revision']},"run":${JSON.stringify(stored['run'])}}` : line
      }
    },
  })),
  mutant('IMPORT', 'imports a session without its run', (base) => {
    const imported = new Set<string>()
    return {
      import: async (scope, ...given) => {
        const info = await base.ask<{ readonly id: string }>('import', scope, ...given)
        imported.add(keyOf(scope, info.id))
        return info
      },
      readRun: async (scope, session) =>
        imported.has(keyOf(scope, session)) ? undefined : await base.ask('readRun', scope, session),
    }
  }),
]

/** Returns what JSON keeps; the value itself if JSON refuses it. */
function plainOf(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown
  } catch {
    return value
  }
}
