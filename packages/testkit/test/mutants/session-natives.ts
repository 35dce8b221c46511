import type { TestedSessionStore } from '../../src/session-store/options.ts'
import type { Mutant } from './mutant.ts'
import { at, type Base, type Fault, type Fields, gives, type MakeMutant, takes, without } from './store-faults.ts'

const compaction = (change: (compaction: Fields) => unknown): Fault =>
  takes('compactions.add', (given) =>
    at(given, 2, (one) => (typeof one === 'object' && one !== null ? change(one as Fields) : one)),
  )

const isRefused = (error: unknown): boolean => (error as Fields)['code'] === 'STORE_VALUE_INVALID'

/** Tries a compaction, and what else `instead` returns if its native summary is refused. */
const retry =
  (instead: (native: Fields) => unknown): Fault =>
  (base) => ({
    'compactions.add': async (scope, session, one, ...more) => {
      const native = (one as Fields | undefined)?.['native']
      try {
        return await base.ask('compactions.add', scope, session, one, ...more)
      } catch (error) {
        if (!isRefused(error) || typeof native !== 'object' || native === null) throw error
        const other = instead(native as Fields)
        if (other === undefined) throw error
        return await base.ask('compactions.add', scope, session, { ...(one as Fields), native: other }, ...more)
      }
    },
  })

/** Keeps the list that it returned first. */
const shares = (base: Base): ReturnType<Fault> => {
  const lists = new Map<string, unknown>()
  return {
    'compactions.list': async (scope, session) => {
      const list = await base.ask<readonly Fields[]>('compactions.list', scope, session)
      const key = JSON.stringify([scope, session, list.map(({ revision, text }) => [revision, text])])
      if (!lists.has(key)) lists.set(key, list)
      return (lists.get(key) as readonly Fields[]).map((one) => ({ ...one }))
    },
  }
}

/** Faults in native summaries. */
export const sessionNativeMutants = (mutant: MakeMutant<TestedSessionStore>): readonly Mutant<TestedSessionStore>[] => [
  mutant(
    'NATIVE',
    'sorts the keys of a native summary',
    gives('compactions.list', (list) => (list as unknown as readonly Fields[]).map(sorted)),
  ),
  mutant('NATIVE', 'returns the same content to every caller', shares),
  mutant('NATIVE', 'loses native summaries in a fork', (base) => ({
    'compactions.list': async (scope, session) => {
      const list = await base.ask<readonly Fields[]>('compactions.list', scope, session)
      const info = await base.ask<Fields | undefined>('info', scope, session)
      return info?.['forkedFrom'] === undefined ? list : list.map((one) => without(one, 'native'))
    },
  })),
  mutant('NATIVE', 'forgets whether only the provider can read it', (base) => ({
    ...compaction((one) => {
      const { native } = one as { readonly native?: Fields }
      return native && native['opaque'] === true ? { ...one, native: without(native, 'opaque') } : one
    })(base),
  })),
  mutant('NATIVE', 'forgets what the provider had read', (base) => ({
    ...compaction((one) => {
      const { native } = one as { readonly native?: Fields }
      return native && native['prefix'] !== undefined ? { ...one, native: without(native, 'prefix') } : one
    })(base),
  })),
  mutant(
    'NATIVE_REFUSED',
    'keeps what JSON keeps of a native summary',
    retry((native) => {
      try {
        const text = JSON.stringify(native['content'])
        return text === undefined || text.length > 1000 ? undefined : { ...native, content: JSON.parse(text) }
      } catch {
        return undefined
      }
    }),
  ),
  mutant(
    'NATIVE_REFUSED',
    'accepts any format',
    retry((native) => ({ ...native, format: 'any' })),
  ),
  mutant(
    'NATIVE_REFUSED',
    'cuts a native summary that is too large',
    retry(({ content, ...native }) =>
      typeof content === 'string' ? { ...native, content: content.slice(0, 100) } : undefined,
    ),
  ),
]

function sorted(one: Fields): Fields {
  const { native } = one as { readonly native?: { readonly content: unknown } }
  return native === undefined ? one : { ...one, native: { ...native, content: sortKeys(native.content) } }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(pairs.map(([key, item]) => [key, sortKeys(item)]))
}
