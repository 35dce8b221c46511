import type { Message, Scope } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import type { SharedRules } from '../stores/shared-rules.ts'
import type { Call, Found, Shelf } from '../stores/shelf.ts'
import { sessionRules } from './shared-rules.ts'

/** Creates a message with a text. */
export const say = (text: string): Message => ({ role: 'user', content: text })

/** Returns the text of a message made by `say`. */
export const said = ({ content }: Message): string => (typeof content === 'string' ? content : '')

/** Collects all lines of an export. */
export async function linesOf(lines: AsyncIterable<string> | Iterable<string>): Promise<readonly string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

/** The lines of a session with one message, as every store exports them. */
const soundLines = [
  '{"lamella":"session","version":1,"id":"a","revision":1,"length":1,"size":29}',
  '{"position":0,"revision":1,"message":{"role":"user","content":"a"}}',
  '{"end":true,"lines":2}',
]

/** A session store as a shelf: each id holds a session, whose messages are the texts. */
export const sessionShelf: Shelf<SessionStore, SharedRules> = {
  thing: 'a session',
  grows: true,
  rules: sessionRules,
  put: (store, scope, id, { text, date }) =>
    store.append(scope, id, [say(text)], date === undefined ? {} : { at: new Date(date) }),
  texts: async (store, scope, id) => (await store.read(scope, id, 0, 1000)).map(({ message }) => said(message)),
  list: async (store, scope, request) => {
    const { sessions, more } = await store.list(scope, request)
    return { ids: sessions.map(({ id }) => id), more }
  },
  delete: (store, scope, id) => store.delete(scope, id),
  has: (store, method) => typeof (store as unknown as Readonly<Record<string, unknown>>)[method] === 'function',
  erase: async (store, scope) => (await store.erase?.(scope)) ?? 0,
  search: async (store, scope, request) => {
    const hits = (await store.search?.(scope, request))?.hits ?? []
    return hits.map(({ item, score, by }): Found => ({ id: item.session, text: said(item.message), score, by }))
  },
  indexed: async (store, scope, request) => (await store.search?.(scope, request))?.indexed,
  close: async (store) => await store.close?.(),
  calls: (store) => {
    const calls: readonly (Call | undefined)[] = [
      ['append', (scope, id) => store.append(scope, id, [say('a')])],
      ['append of nothing', (scope, id) => store.append(scope, id, [])],
      ['info', (scope, id) => store.info(scope, id)],
      ['page', (scope, id) => store.page(scope, id)],
      ['read', (scope, id) => store.read(scope, id, 0, 1)],
      ['delete', (scope, id) => store.delete(scope, id)],
      store.fork && ['fork', (scope, id) => store.fork?.(scope, id, 'fork')],
      store.fork && [
        'fork into',
        async (scope, id) => {
          await store.append(scope, 'trunk', [say('a')])
          return await store.fork?.(scope, 'trunk', id)
        },
      ],
      store.compact && ['compact', (scope, id) => store.compact?.(scope, id, { start: 0, end: 1, text: 'a' })],
      store.compactions && ['compactions', (scope, id) => store.compactions?.(scope, id)],
      store.readRun && ['readRun', (scope, id) => store.readRun?.(scope, id)],
      store.writeRun && ['writeRun', (scope, id) => store.writeRun?.(scope, id, {}, 0)],
      store.export && ['export', async (scope, id) => linesOf(store.export?.(scope, id) ?? [])],
      store.import && [
        'import',
        // Without an id the import uses that of the lines, which is valid.
        (scope, id) => store.import?.(scope, soundLines, { session: id ?? (null as unknown as string) }),
      ],
      store.verify && ['verify', (scope, id) => store.verify?.(scope, id)],
    ]
    return calls.filter((call) => call !== undefined)
  },
  scopeCalls: (store) => {
    const calls: readonly (Call | undefined)[] = [
      ['list', (scope) => store.list(scope)],
      store.search && ['search', (scope) => store.search?.(scope, { query: 'a' })],
      store.erase && ['erase', (scope: Scope) => store.erase?.(scope)],
    ]
    return calls.filter((call) => call !== undefined)
  },
}
