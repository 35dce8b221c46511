import type { Message } from '@lamella/core'
import type { FoundMessage } from '@lamella/store'
import { type Shelf, shelfOf } from '../stores/shelf.ts'
import type { TestedSessionStore } from './options.ts'

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
export const sessionShelf: Shelf<TestedSessionStore> = shelfOf<TestedSessionStore, FoundMessage>({
  thing: 'a session',
  grows: true,
  prefix: 'SESSION',
  lines: {
    refused: [
      'SessionStore',
      'Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id that is empty, too long or contains half of a surrogate pair.',
    ],
    apart: [
      'SessionStore',
      'A session belongs to one scope (tenant, user, agent; `session` and `kind` of a scope are ignored) and has an id in it, such as `telegram_4711`',
    ],
    lists: ['SessionStore.list', 'Lists the sessions of exactly this scope, by id in code unit order.'],
    limit: ['SearchRequest.limit', 'The most entries to return, 1 or more'],
    deletes: ['SessionStore.delete', 'Removes a session with everything derived from it; returns whether it existed.'],
    erases: [
      'SessionAdmin.erase',
      'Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user.',
    ],
    closes: ['SessionStore', 'Stores have no `close`: it belongs to what opened the database or the files.'],
    searches: [
      'SessionStore.search',
      "Returns the best messages of a scope's sessions (or of one of them) for a plain-language query, best first.",
    ],
  },
  put: (store, scope, id, { text, date }) =>
    store.append(scope, id, [say(text)], date === undefined ? {} : { at: new Date(date) }),
  texts: async (store, scope, id) => (await store.read(scope, id, 0, 1000)).map(({ message }) => said(message)),
  list: async (store, scope, request) => {
    const { sessions, more } = await store.list(scope, request)
    return { ids: sessions.map(({ id }) => id), more }
  },
  delete: (store, scope, id) => store.delete(scope, id),
  found: ({ session, message }) => ({ id: session, text: said(message) }),
  calls: (store) => [
    ['append', (scope, id) => store.append(scope, id, [say('a')])],
    ['append of nothing', (scope, id) => store.append(scope, id, [])],
    ['info', (scope, id) => store.info(scope, id)],
    ['page', (scope, id) => store.page(scope, id)],
    ['read', (scope, id) => store.read(scope, id, 0, 1)],
    ['delete', (scope, id) => store.delete(scope, id)],
    ['transfer.fork', (scope, id) => store.transfer?.fork(scope, id, 'fork')],
    [
      'transfer.fork into',
      async (scope, id) => {
        await store.append(scope, 'trunk', [say('a')])
        return await store.transfer?.fork(scope, 'trunk', id)
      },
    ],
    ['compactions.add', (scope, id) => store.compactions?.add(scope, id, { start: 0, end: 1, text: 'a' })],
    ['compactions.list', (scope, id) => store.compactions?.list(scope, id)],
    ['runs.read', (scope, id) => store.runs?.read(scope, id)],
    ['runs.write', (scope, id) => store.runs?.write(scope, id, {}, 0)],
    ['runs.version', (scope, id) => store.runs?.version?.(scope, id)],
    ['transfer.export', async (scope, id) => linesOf(store.transfer?.export(scope, id) ?? [])],
    [
      'transfer.import',
      // Without an id the import uses that of the lines, which is valid.
      (scope, id) => store.transfer?.import(scope, soundLines, { session: id ?? (null as unknown as string) }),
    ],
    ['admin.verify', (scope, id) => store.admin?.verify(scope, id)],
  ],
  scopeCalls: (store) => [
    ['list', (scope) => store.list(scope)],
    ['search', (scope) => store.search?.(scope, { query: 'a' })],
    ['admin.erase', (scope) => store.admin?.erase(scope)],
  ],
})
