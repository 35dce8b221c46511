import type { TestedSessionStore } from '../../src/session-store/options.ts'
import { makeSessionStore } from './made-stores.ts'
import type { Mutant } from './mutant.ts'
import { sessionAppendMutants } from './session-appends.ts'
import { sessionCapabilityMutants } from './session-capabilities.ts'
import { sessionExportMutants } from './session-exports.ts'
import { sessionNativeMutants } from './session-natives.ts'
import { onPage, sessionPageMutants } from './session-pages.ts'
import { sessionRunMutants } from './session-runs.ts'
import { sessionStateMutants } from './session-states.ts'
import {
  at,
  type Base,
  type Fault,
  type Fields,
  gives,
  isWhole,
  moment,
  type StoreKind,
  storeMutant,
  takes,
  without,
} from './store-faults.ts'
import { storeMutants } from './stores.ts'

const mutant = (code: string, name: string, fault: Fault): Mutant<TestedSessionStore> =>
  storeMutant<TestedSessionStore>(makeSessionStore, `SESSION_${code}`, name, fault)

/** Changes the texts of messages whose content is text. */
const textsOf = (messages: unknown, change: (text: string) => string): unknown => {
  if (!Array.isArray(messages)) return messages
  const isText = (one: Fields | null | undefined): boolean => typeof one?.['content'] === 'string'
  return messages.map((one) => (isText(one) ? { ...one, content: change(one.content) } : one))
}

const kind: StoreKind<TestedSessionStore> = {
  prefix: 'SESSION',
  make: makeSessionStore,
  items: 'sessions',
  ids: {
    ...{ append: [1], info: [1], page: [1], read: [1], delete: [1] },
    'transfer.fork': [1, 2],
    'compactions.add': [1],
    'compactions.list': [1],
    'runs.read': [1],
    'runs.write': [1],
    'transfer.export': [1],
  },
  put: 'append',
  erase: 'admin.erase',
  foundId: 'session',
  withText: (given, change) => at(given, 2, (messages) => textsOf(messages, change)),
  withId: (given, change) => at(given, 1, change),
}

const append = (change: (messages: unknown) => unknown): Fault => takes('append', (given) => at(given, 2, change))
const options = (change: (options: Fields) => unknown): Fault =>
  takes('append', (given) => at(given, 3, (one) => change((one ?? {}) as Fields)))

/** Session stores with one fault each. */
export const sessionStoreMutants: readonly Mutant<TestedSessionStore>[] = [
  mutant(
    'APPEND',
    'returns the length before the append',
    gives('append', (answer) => ({ ...answer, length: answer['start'] })),
  ),
  mutant(
    'ROUND_TRIP',
    'trims texts',
    append((messages) => textsOf(messages, (text) => text.trim())),
  ),
  mutant(
    'ROUND_TRIP',
    'replaces lone surrogates',
    append((messages) => textsOf(messages, (text) => text.replaceAll(/[\uD800-\uDFFF]/gu, '\ufffd'))),
  ),
  mutant('MESSAGES_REFUSED', 'stores the messages before an invalid one', (base) => ({
    append: async (scope, session, messages, ...more) => {
      try {
        return await base.ask('append', scope, session, messages, ...more)
      } catch (error) {
        if (more.length === 0 && Array.isArray(messages)) {
          for (const message of messages) await base.ask('append', scope, session, [message])
        }
        throw error
      }
    },
  })),
  mutant(
    'MESSAGES_REFUSED',
    'stores what JSON keeps of a message',
    append((messages) => {
      return messages === undefined ? messages : JSON.parse(JSON.stringify(messages))
    }),
  ),
  mutant(
    'NOTHING',
    'counts an empty append as a change',
    gives('append', (answer, given) =>
      Array.isArray(given[2]) && given[2].length === 0
        ? { ...answer, revision: Number(answer['revision']) + 1 }
        : answer,
    ),
  ),
  mutant(
    'NOT_THERE',
    'throws for a page of a missing session',
    onPage((answer) => {
      if (answer.length === 0) throw new Error('ENOENT')
      return answer
    }),
  ),
  mutant(
    'TIMES',
    'reports the last change as the creation',
    gives('info', (info) => (info?.['updatedAt'] === undefined ? info : { ...info, createdAt: info['updatedAt'] })),
  ),
  mutant(
    'TIMES',
    'forgets milliseconds',
    options((one) =>
      one['at'] instanceof Date ? { ...one, at: new Date(Math.floor(one['at'].getTime() / 1000) * 1000) } : one,
    ),
  ),
  mutant(
    'REVISION',
    'returns the length as the revision of a page',
    onPage((answer) => ({ ...answer, revision: answer.length })),
  ),
  mutant(
    'REVISION',
    'always lists revision 1',
    gives('list', (list) => ({
      ...list,
      sessions: (list['sessions'] as readonly object[]).map((info) => ({ ...info, revision: 1 })),
    })),
  ),
  mutant(
    'CONFLICT',
    'treats expected revision 0 as no expectation',
    options((one) => (one['expectedRevision'] === 0 ? without(one, 'expectedRevision') : one)),
  ),
  mutant('CONFLICT', 'treats a future expected revision as the current one', (base) => ({
    append: async (scope, session, messages, one, ...more) => {
      const expected = (one as Fields | undefined)?.['expectedRevision']
      const isFuture = isWhole(expected) && Number(expected) > Number(await revisionOf(base, scope, session))
      return await base.ask(
        'append',
        scope,
        session,
        messages,
        isFuture ? without(one, 'expectedRevision') : one,
        ...more,
      )
    },
  })),
  mutant('OPERATION', 'checks the revision before the operation', (base) => ({
    append: async (scope, session, messages, one) => {
      const { expectedRevision } = (one ?? {}) as Fields
      if (expectedRevision !== undefined) await base.ask('append', scope, session, [], { expectedRevision })
      return await base.ask('append', scope, session, messages, one)
    },
  })),
  mutant('OPERATION', 'returns the current revision instead of the first answer', (base) => ({
    append: async (scope, session, ...more) => {
      const answer = (await base.ask('append', scope, session, ...more)) as Fields
      return answer['repeated'] ? { ...answer, revision: await revisionOf(base, scope, session) } : answer
    },
  })),
  mutant('OPERATION_OTHER', 'compares operations by name only', (base) => {
    const done = new Map<string, object>()
    return {
      append: async (scope, session, messages, one) => {
        const key = JSON.stringify([scope, session, (one as Fields | undefined)?.['operation']])
        try {
          const answer = (await base.ask('append', scope, session, messages, one)) as object
          done.set(key, answer)
          return answer
        } catch (error) {
          const first = done.get(key)
          const isNamed = (one as Fields | undefined)?.['operation'] !== undefined
          if (isNamed && first && (error as Fields)['code'] === 'STORE_VALUE_INVALID')
            return { ...first, repeated: true }
          throw error
        }
      },
    }
  }),
  mutant('PARALLEL', 'loses messages appended while it writes', (base) => {
    let busy = false
    return {
      append: async (...given) => {
        const { operation, expectedRevision } = (given[3] ?? {}) as Fields
        if (operation !== undefined || expectedRevision !== undefined) return await base.ask('append', ...given)
        if (busy) return { revision: 1, start: 0, length: 0, repeated: false }
        busy = true
        try {
          await moment()
          return await base.ask('append', ...given)
        } finally {
          busy = false
        }
      },
    }
  }),
  mutant('PARALLEL_CONFLICT', 'checks the revision first and writes later', (base) => ({
    append: async (scope, session, messages, one) => {
      const { expectedRevision, operation } = (one ?? {}) as Fields
      if (expectedRevision === undefined || operation !== undefined)
        return await base.ask('append', scope, session, messages, one)
      await base.ask('append', scope, session, [], { expectedRevision })
      await moment()
      return await base.ask('append', scope, session, messages, without(one, 'expectedRevision'))
    },
  })),
  mutant('PARALLEL_OPERATION', 'checks for the operation first and writes later', (base) => {
    const running = new Set<string>()
    return {
      append: async (scope, session, messages, one) => {
        const { operation } = (one ?? {}) as Fields
        const key = JSON.stringify([scope, session, operation])
        if (operation === undefined) return await base.ask('append', scope, session, messages, one)
        if (running.has(key)) return await base.ask('append', scope, session, messages, without(one, 'operation'))
        running.add(key)
        try {
          const [answer] = await Promise.all([base.ask('append', scope, session, messages, one), moment()])
          return answer
        } finally {
          running.delete(key)
        }
      },
    }
  }),
  ...sessionAppendMutants(mutant),
  ...sessionCapabilityMutants(mutant),
  ...sessionPageMutants(mutant),
  ...sessionExportMutants(mutant),
  ...sessionStateMutants(mutant),
  ...sessionNativeMutants(mutant),
  ...sessionRunMutants(mutant),
  ...storeMutants(kind),
]

async function revisionOf(base: Base, scope: unknown, session: unknown): Promise<unknown> {
  return ((await base.ask('info', scope, session)) as Fields | undefined)?.['revision'] ?? 0
}
