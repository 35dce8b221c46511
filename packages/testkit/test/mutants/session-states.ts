import type { TestedSessionStore } from '../../src/session-store/options.ts'
import type { Mutant } from './mutant.ts'
import { at, type Fault, type Fields, gives, type MakeMutant, mark, moment, takes, without } from './store-faults.ts'

const keyOf = (...names: readonly unknown[]): string => JSON.stringify(names)
const compaction = (change: (compaction: Fields) => unknown): Fault =>
  takes('compactions.add', (given) =>
    at(given, 2, (one) => (typeof one === 'object' && one !== null ? change(one as Fields) : one)),
  )

/** Faults in what happens to a session: forks, compactions, deletion, reopening, copies. */
export const sessionStateMutants = (mutant: MakeMutant<TestedSessionStore>): readonly Mutant<TestedSessionStore>[] => [
  mutant(
    'FORK',
    'treats position 0 as the end',
    takes('transfer.fork', (given) => at(given, 3, (end) => (end === 0 ? undefined : end))),
  ),
  mutant(
    'FORK',
    'omits the origin of a fork',
    gives('info', (info) => info && without(info, 'forkedFrom')),
  ),
  mutant('FORK_STATE', 'copies operations into a fork', (base) => {
    const done = new Map<string, Set<unknown>>()
    return {
      append: async (scope, session, messages, one) => {
        const { operation } = (one ?? {}) as Fields
        const own = done.get(keyOf(scope, session)) ?? new Set()
        if (operation !== undefined && own.has(operation)) {
          const answer = await base.ask<Fields>('append', scope, session, messages, one)
          return { ...answer, repeated: true }
        }
        const answer = await base.ask('append', scope, session, messages, one)
        if (operation !== undefined) done.set(keyOf(scope, session), own.add(operation))
        return answer
      },
      'transfer.fork': async (scope, session, into, end) => {
        const info = await base.ask('transfer.fork', scope, session, into, end)
        done.set(keyOf(scope, into), new Set(done.get(keyOf(scope, session))))
        return info
      },
      delete: async (scope, session) => {
        done.delete(keyOf(scope, session))
        return await base.ask('delete', scope, session)
      },
    }
  }),
  mutant('FORK_STATE', 'copies compactions that reach beyond the fork', (base) => ({
    'compactions.list': async (scope, session) => {
      const from = ((await base.ask('info', scope, session)) as Fields | undefined)?.['forkedFrom'] as
        | Fields
        | undefined
      if (!from) return await base.ask('compactions.list', scope, session)
      const all = (await base.ask('compactions.list', scope, from['session'])) as readonly Fields[]
      return all.map((one) => ({ ...one, revision: 1 }))
    },
  })),
  mutant('FORK_REFUSED', 'overwrites an existing session', (base) => ({
    'transfer.fork': async (scope, session, into, end) => {
      const { sessions } = await base.ask<{ readonly sessions: readonly { readonly id: string }[] }>('list', scope)
      const isThere = into !== session && sessions.some(({ id }) => id === into)
      if (isThere) await base.ask('delete', scope, into)
      return await base.ask('transfer.fork', scope, session, into, end)
    },
  })),
  mutant(
    'COMPACT',
    'lists the newest compaction first',
    gives('compactions.list', (list) => (list as unknown as readonly unknown[]).toReversed()),
  ),
  mutant(
    'COMPACT',
    'forgets times',
    gives('compactions.add', (one) => without(one, 'at')),
  ),
  mutant('COMPACT_REFUSED', 'cuts a range to the length of the session', (base) => ({
    'compactions.add': async (scope, session, one, ...more) => {
      const { length } = ((await base.ask('info', scope, session)) ?? { length: 0 }) as { readonly length: number }
      const { end } = (one ?? {}) as Fields
      const cut =
        Number.isSafeInteger(end) && length > 0 ? { ...(one as object), end: Math.min(Number(end), length) } : one
      return await base.ask('compactions.add', scope, session, cut, ...more)
    },
  })),
  mutant(
    'COMPACT_REFUSED',
    'records an empty text',
    compaction((one) => (one['text'] === '' ? { ...one, text: ' ' } : one)),
  ),
  mutant('COMPACT_OPERATION', 'compares compactions without their native summaries', (base) => {
    const plain = (one: unknown): unknown => (typeof one === 'object' && one !== null ? without(one, 'native') : one)
    return {
      'compactions.add': async (scope, session, one, ...more) => {
        try {
          return await base.ask('compactions.add', scope, session, one, ...more)
        } catch (error) {
          const isNamed = (more[0] as Fields | undefined)?.['operation'] !== undefined
          if (!isNamed || (error as Fields)['code'] !== 'STORE_VALUE_INVALID') throw error
          return await base.ask('compactions.add', scope, session, plain(one), ...more)
        }
      },
    }
  }),
  mutant(
    'COMPACT_OPERATION',
    'repeats a compaction on every retry',
    takes('compactions.add', (given) =>
      at(given, 3, (one) => ((one as Fields | undefined)?.['operation'] === undefined ? one : {})),
    ),
  ),
  mutant('PURE', 'reverses messages in place, and back', (base) => ({
    append: async (...given) => {
      if (Array.isArray(given[2])) given[2].reverse().reverse()
      return await base.ask('append', ...given)
    },
  })),
  mutant('PURE', 'leaves a mark in a request', (base) => ({
    page: async (scope, session, request) => {
      mark(request)
      return await base.ask('page', scope, session, request)
    },
  })),
  mutant('COPIES', 'returns the same page object to every caller', (base) => {
    let pages = new Map<string, unknown>()
    const forget = (method: string): Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>> => ({
      [method]: async (...given) => {
        pages = new Map()
        return await base.ask(method, ...given)
      },
    })
    return {
      ...Object.assign({}, ...['append', 'delete', 'admin.erase', 'compactions.add', 'runs.write'].map(forget)),
      page: async (...given) => {
        const key = keyOf(...given)
        const page = pages.get(key) ?? (await base.ask('page', ...given))
        pages.set(key, page)
        return page
      },
    }
  }),
  mutant('COPIES', 'reads messages only when it writes them', (base) => ({
    append: async (...given) => {
      await moment()
      return await base.ask('append', ...given)
    },
  })),
  mutant('DELETED', 'remembers the operations of a deleted session', (base) => {
    const done = new Map<string, unknown>()
    const gone = new Set<string>()
    return {
      append: async (scope, session, messages, one) => {
        const key = keyOf(scope, session, (one as Fields | undefined)?.['operation'])
        if (gone.has(key)) return { ...(done.get(key) as Fields), repeated: true }
        const answer = await base.ask('append', scope, session, messages, one)
        if ((one as Fields | undefined)?.['operation'] !== undefined) done.set(key, answer)
        return answer
      },
      delete: async (scope, session) => {
        const begin = keyOf(scope, session).slice(0, -1)
        for (const key of done.keys()) if (key.startsWith(begin)) gone.add(key)
        return await base.ask('delete', scope, session)
      },
    }
  }),
  mutant('DELETED', 'keeps the compactions of a deleted session', (base) => {
    const left = new Map<string, readonly unknown[]>()
    return {
      delete: async (scope, session) => {
        left.set(keyOf(scope, session), (await base.ask('compactions.list', scope, session)) as readonly unknown[])
        return await base.ask('delete', scope, session)
      },
      'compactions.list': async (scope, session) => {
        const own = (await base.ask('compactions.list', scope, session)) as readonly unknown[]
        return [...(left.get(keyOf(scope, session)) ?? []), ...own]
      },
    }
  }),
  mutant('REOPEN', 'forgets operations when it is closed', (base) => {
    let isClosed = false
    return {
      close: async () => {
        isClosed = true
      },
      append: async (scope, session, messages, one) =>
        await base.ask('append', scope, session, messages, isClosed ? without(one, 'operation') : one),
    }
  }),
  mutant('REOPEN', 'loses the last message when it is closed', (base) => {
    let isClosed = false
    return {
      close: async () => {
        isClosed = true
      },
      read: async (...given) => {
        const read = (await base.ask('read', ...given)) as readonly unknown[]
        return isClosed ? read.slice(0, -1) : read
      },
    }
  }),
  mutant('VERIFY', 'reports a problem with everything', (base) => ({
    'admin.verify': async (scope, session) => {
      await base.ask('info', scope, session)
      // Not a literal, because it is not a documented code.
      return ['odd'].map((what) => ({ code: what, message: what }))
    },
  })),
  mutant(
    'SEARCH_ONE',
    'always searches all sessions',
    takes('search', ([scope, request]) => [scope, request]),
  ),
  mutant(
    'SEARCH_ONE',
    'does not report the position of a found message',
    gives('search', (found) => ({
      ...found,
      hits: (found['hits'] as readonly Fields[]).map((hit) => ({
        ...hit,
        item: { ...(hit['item'] as Fields), position: 0 },
      })),
    })),
  ),
  mutant('SEARCH_ONE', 'reports the index of all sessions for one', (base) => ({
    search: async (scope, request, ...more) => ({
      ...(await base.ask<Fields>('search', scope, request, ...more)),
      indexed: (await base.ask<Fields>('search', scope, request))['indexed'],
    }),
  })),
]
