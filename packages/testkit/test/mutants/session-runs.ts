import type { TestedSessionStore } from '../../src/session-store/options.ts'
import type { Mutant } from './mutant.ts'
import { sessionRunForkMutants } from './session-run-forks.ts'
import {
  at,
  type Base,
  type Fault,
  type Fields,
  gives,
  type MakeMutant,
  type Method,
  moment,
  plainOf,
  takes,
  without,
} from './store-faults.ts'

const keyOf = (...names: readonly unknown[]): string => JSON.stringify(names)
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** A store that writes another state than the given one, if that is an object. */
const writes = (change: (run: Fields) => unknown): Fault =>
  takes('runs.write', (given) => at(given, 2, (run) => (isObject(run) && !Array.isArray(run) ? change(run) : run)))

/** A store that returns another state than the stored one. */
const reads = (change: (stored: Fields, given: readonly unknown[]) => unknown): Fault =>
  gives('runs.read', (stored, given) => stored && change(stored, given))

const infoOf = async (base: Base, scope: unknown, session: unknown): Promise<Fields> =>
  ((await base.ask('info', scope, session)) as Fields | undefined) ?? {}

const storedOf = (base: Base, scope: unknown, session: unknown): Promise<Fields | undefined> =>
  base.ask('runs.read', scope, session)

const user = { role: 'user', content: 'a' }

/** A store whose information about a session with a certain run is wrong. */
const onInfo =
  (base: Base, change: (info: Fields, stored: Fields) => Fields): Method =>
  async (scope, session) => {
    const info = (await base.ask('info', scope, session)) as Fields | undefined
    const stored = await storedOf(base, scope, session)
    return info && stored && JSON.stringify(stored['run']).includes('zanzibar') ? change(info, stored) : info
  }

/** Faults in the states of runs that sessions keep. */
export const sessionRunMutants = (mutant: MakeMutant<TestedSessionStore>): readonly Mutant<TestedSessionStore>[] => [
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
  mutant(
    'RUN_VERSION',
    'counts the states of a session that was created again like those of the one before',
    gives('runs.version', (at) => at && { ...at, series: 's' }),
  ),
  mutant('RUN_REPLACED', 'merges a state into the one before', (base) => ({
    'runs.write': async (scope, session, run, expected, ...options) => {
      if (!isObject(run) || !('b' in run))
        return await base.ask('runs.write', scope, session, run, expected, ...options)
      const before = await storedOf(base, scope, session)
      return await base.ask(
        'runs.write',
        scope,
        session,
        { ...(before?.['run'] as Fields), ...run },
        expected,
        ...options,
      )
    },
  })),
  mutant('RUN_REPLACED', 'counts an append as a change of the run', (base) => ({
    'runs.read': async (scope, session) => {
      const stored = await storedOf(base, scope, session)
      const { length } = await infoOf(base, scope, session)
      const accepts = session === 's' && length === 2 && isObject(stored?.['run']) && stored['run']['text'] === 'y'
      return accepts ? { ...stored, version: Number(stored['version']) + 1 } : stored
    },
  })),
  mutant(
    'RUN_REFUSED',
    'keeps what JSON keeps of a run',
    writes((run) => plainOf(run)),
  ),
  mutant('RUN_REFUSED', 'keeps a list as the state of a run', (base) => ({
    'runs.write': async (scope, session, run, ...more) =>
      await base.ask('runs.write', scope, session, Array.isArray(run) ? { run } : run, ...more),
  })),
  mutant('RUN_REFUSED', 'takes a version that is missing for none', (base) => ({
    'runs.write': async (scope, session, run, expected, ...options) => {
      const version = expected === undefined && session === 'none' ? 0 : expected
      return await base.ask('runs.write', scope, session, run, version, ...options)
    },
  })),
  mutant('RUN_CONFLICT', 'ignores the expected version', (base) => ({
    'runs.write': async (scope, session, run, expected, ...options) => {
      const accepts = isObject(run) && run['epoch'] === 4 && session === 's'
      const stored = accepts ? await storedOf(base, scope, session) : undefined
      return await base.ask('runs.write', scope, session, run, stored ? stored['version'] : expected, ...options)
    },
  })),
  mutant('RUN_CONFLICT', 'treats expected version 0 as no expectation', (base) => ({
    'runs.write': async (scope, session, run, expected, ...options) => {
      const accepts = expected === 0 && isObject(run) && 'epoch' in run
      const stored = accepts ? await storedOf(base, scope, session) : undefined
      return await base.ask('runs.write', scope, session, run, stored ? stored['version'] : expected, ...options)
    },
  })),
  mutant('RUN_CONFLICT', 'creates a session for a state that it refuses', (base) => ({
    'runs.write': async (scope, session, run, expected, ...options) => {
      if (session === 'none' && expected === 1) await base.ask('append', scope, session, [user])
      return await base.ask('runs.write', scope, session, run, expected, ...options)
    },
  })),
  mutant('RUN_PARALLEL', 'checks the version first and writes later', (base) => ({
    'runs.write': async (scope, session, run, expected, ...options) => {
      if (!isObject(run) || !('written' in run) || typeof run['written'] === 'number')
        return await base.ask('runs.write', scope, session, run, expected, ...options)
      const version = (await storedOf(base, scope, session))?.['version'] ?? 0
      if (version !== expected) return await base.ask('runs.write', scope, session, run, expected, ...options)
      await moment()
      const now = (await storedOf(base, scope, session))?.['version'] ?? 0
      return await base.ask('runs.write', scope, session, run, now, ...options)
    },
  })),
  mutant('RUN_HIDDEN', "raises the session's revision", (base) => ({
    info: onInfo(base, (info, stored) => ({ ...info, revision: Number(info['revision']) + Number(stored['version']) })),
  })),
  mutant('RUN_HIDDEN', 'changes updatedAt', (base) => ({
    info: onInfo(base, (info) => ({ ...info, updatedAt: '2026-05-12T09:00:00.000Z' })),
  })),
  mutant('RUN_HIDDEN', 'counts the state of a run in the size', (base) => ({
    info: onInfo(base, (info, stored) => ({
      ...info,
      size: Number(info['size']) + JSON.stringify(stored['run']).length,
    })),
  })),
  mutant('RUN_CREATES', 'lists no session that has only a run', (base) => ({
    list: async (scope, request) => {
      const list = (await base.ask('list', scope, request)) as Fields
      const sessions = (list['sessions'] as readonly Fields[]).filter(({ id, length }) => length !== 0 || id !== 'only')
      return { ...list, sessions }
    },
  })),
  mutant('RUN_CREATES', 'creates no session for a run', (base) => ({
    info: async (scope, session) => {
      const info = (await base.ask('info', scope, session)) as Fields | undefined
      return session === 'only' && info?.['length'] === 0 ? undefined : info
    },
  })),
  mutant('RUN_EXPORT', 'exports the state of a run', (base) => ({
    'transfer.export': async function* (scope, session): AsyncGenerator<string, void, undefined> {
      const stored = await storedOf(base, scope, session)
      const run = stored?.['run']
      let number = 0
      for await (const line of await base.ask<AsyncIterable<string>>('transfer.export', scope, session)) {
        if (++number === 2 && isObject(run) && 'epoch' in run) yield JSON.stringify({ run })
        yield line
      }
    },
  })),
  mutant('RUN_EXPORT', 'imports no session that a run has created', (base) => ({
    'transfer.import': async (scope, lines, options) => {
      const all = [...(lines as Iterable<string>)]
      return await base.ask(
        'transfer.import',
        scope,
        all.length === 2 && all[0]?.includes('"begun"') ? [] : all,
        options,
      )
    },
  })),
  mutant('RUN_KEPT_APART', 'shares a run between the agents of a user', (base) => ({
    'runs.read': async (scope, session) => {
      const own = await base.ask('runs.read', scope, session)
      const { agent, ...user } = (scope ?? {}) as Fields
      return own ?? (agent === 'bot' ? await base.ask('runs.read', user, session) : own)
    },
  })),
  mutant('RUN_GONE', 'keeps the run of a deleted session', (base) => {
    const left = new Map<string, unknown>()
    return {
      delete: async (scope, session) => {
        left.set(keyOf(scope, session), await base.ask('runs.read', scope, session))
        return await base.ask('delete', scope, session)
      },
      'runs.read': async (scope, session) =>
        (await base.ask('runs.read', scope, session)) ?? left.get(keyOf(scope, session)),
    }
  }),
  mutant('RUN_GONE', 'keeps the runs of erased sessions', (base) => {
    const left = new Map<string, unknown>()
    return {
      'admin.erase': async (scope) => {
        left.set(keyOf(scope, 's'), await base.ask('runs.read', scope, 's'))
        return await base.ask('admin.erase', scope)
      },
      'runs.read': async (scope, session) =>
        (await base.ask('runs.read', scope, session)) ?? left.get(keyOf(scope, session)),
    }
  }),
  mutant('COPIES', 'returns the same run to every caller', (base) => {
    const known = new Map<string, Fields>()
    return {
      'runs.read': async (scope, session) => {
        const stored = await storedOf(base, scope, session)
        if (stored === undefined) return undefined
        const key = keyOf(scope, session, stored['version'], await infoOf(base, scope, session))
        const first = known.get(key) ?? stored
        known.set(key, first)
        return first
      },
    }
  }),
  mutant('COPIES', 'reads the state of a run only when it writes it', (base) => ({
    'runs.write': async (...given) => {
      const [, , run] = given
      if (isObject(run) && 'messages' in run && !Object.isFrozen(run)) await moment()
      return await base.ask('runs.write', ...given)
    },
  })),
  mutant('REOPEN', 'forgets runs when it is closed', (base) => {
    let isClosed = false
    return {
      close: async () => {
        isClosed = true
      },
      'runs.read': async (...given) => (isClosed ? undefined : await base.ask('runs.read', ...given)),
    }
  }),
  ...sessionRunForkMutants(mutant),
]
