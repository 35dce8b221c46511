import type { Scope } from '@lamella/core'
import type { BlobStore } from '@lamella/store'
import * as fc from 'fast-check'
import { bytesOf, textOf } from '../blob-store/shelf.ts'
import type { ContractLine } from '../kit/conformance-error.ts'
import { mustEqual } from '../kit/must-equal.ts'
import type { Rule } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import type { TestedSessionStore } from '../session-store/options.ts'
import { say } from '../session-store/shelf.ts'
import { mustEndWith } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import { lacking } from '../stores/lacking.ts'

/** A session store and the blob store that its methods act on too. */
export interface SessionsAndBlobs {
  readonly sessions: TestedSessionStore
  readonly blobs: BlobStore
}

export type SessionBlobsRule = Rule<SessionsAndBlobs>

const scope = { tenant: 'acme', user: 'ada' }
const belongs: ContractLine = ['BlobStore', 'A blob belongs to a session']
const deletes: ContractLine = ['SessionStore.delete', 'Removes a session with everything derived from it']

/** Puts a blob and appends the message that names it. */
async function add({ sessions, blobs }: SessionsAndBlobs, of: Scope, session: string, text: string): Promise<string> {
  const { id } = await blobs.put(of, session, bytesOf(text))
  await sessions.append(of, session, [say(`see ${id}`)])
  return id
}

/** The contents of a session's blobs, sorted. */
async function textsOf({ blobs }: SessionsAndBlobs, of: Scope, session: string): Promise<readonly unknown[]> {
  const list = await blobs.list(of, session)
  const texts = await Promise.all(list.blobs.map(async ({ id }) => textOf(await blobs.read(of, session, id))))
  return texts.toSorted()
}

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'fork', 'delete', 'erase'),
  session: fc.constantFrom('a', 'b', 'c'),
  into: fc.constantFrom('a', 'b', 'c'),
  text: fc.constantFrom('one', 'two', 'three', ''),
})

export const sessionBlobsRules: readonly SessionBlobsRule[] = [
  {
    code: 'SESSION_BLOBS_DELETE',
    name: 'deletes the blobs with their session, also those of a session that was never made, and no others',
    contract: deletes,
    check: async (stores, bench) => {
      const id = await add(stores, scope, 'a', 'one')
      await add(stores, scope, 'b', 'one')
      await add(stores, { tenant: 'acme' }, 'a', 'one')
      await stores.blobs.put(scope, 'never', bytesOf('one'))
      const existed = [await stores.sessions.delete(scope, 'a'), await stores.sessions.delete(scope, 'never')]
      mustEqual(bench, existed, [true, false], 'true for the session, false for the other')
      const gone = [await stores.blobs.read(scope, 'a', id), (await stores.blobs.sessions(scope)).sessions]
      mustEqual(bench, gone, [undefined, ['b']], 'only the blobs of the session "b"')
      const left = [await textsOf(stores, scope, 'b'), await textsOf(stores, { tenant: 'acme' }, 'a')]
      mustEqual(bench, left, [['one'], ['one']], 'the content in the other sessions')
    },
  },
  {
    code: 'SESSION_BLOBS_ERASE',
    name: 'erases the blobs of a scope and of narrower ones with the sessions, and counts sessions only',
    contract: [
      'SessionAdmin.erase',
      'Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that agent of every user.',
    ],
    check: async (stores, bench) => {
      const { sessions, blobs } = stores
      if (!sessions.admin) return bench.skip(lacking(sessions, 'admin.erase'))
      if (!blobs.erase) return bench.skip(lacking(blobs, 'erase'))
      const inside = [scope, { ...scope, agent: 'x' }]
      const outside = [{ tenant: 'acme' }, { tenant: 'acme', user: 'eve' }, { tenant: 'acmeada' }]
      for (const each of [...inside, ...outside]) await add(stores, each, 'a', 'one')
      await blobs.put({ ...scope, agent: 'never' }, 'a', bytesOf('one'))
      mustEqual(bench, await sessions.admin.erase(scope), 2, '2 sessions')
      for (const each of [...inside, { ...scope, agent: 'never' }]) {
        const list = await blobs.sessions(each)
        if (list.sessions.length > 0) bench.fail(`no blobs of ${show(each)}`, show(list))
      }
      for (const each of outside) {
        mustEqual(bench, await textsOf(stores, each, 'a'), ['one'], `the blobs of ${show(each)}`)
      }
    },
  },
  {
    code: 'SESSION_BLOBS_FORK',
    name: 'gives a fork the blobs of its session, which stay when the session is deleted',
    contract: belongs,
    check: async (stores, { fail, skip }) => {
      const { sessions } = stores
      if (!sessions.transfer) return skip(lacking(sessions, 'transfer.fork'))
      await add(stores, scope, 'trunk', 'one')
      await add(stores, scope, 'trunk', 'two')
      await sessions.transfer.fork(scope, 'trunk', 'fork', 1)
      await sessions.delete(scope, 'trunk')
      const named = (await textsOf(stores, scope, 'fork')).filter((text) => text === 'one')
      if (named.length !== 1) fail('the blob that the fork names', show(await textsOf(stores, scope, 'fork')))
      await sessions.delete(scope, 'fork')
      const list = await stores.blobs.sessions(scope)
      if (list.sessions.length > 0) fail('no blobs when both are deleted', show(list))
    },
  },
  {
    code: 'SESSION_BLOBS_FORK_REFUSED',
    name: 'changes no blobs when a fork is refused',
    contract: ['SessionTransfer.fork', '@throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING`'],
    check: async (stores, bench) => {
      const { sessions, blobs } = stores
      if (!sessions.transfer) return bench.skip(lacking(sessions, 'transfer.fork'))
      await add(stores, scope, 'a', 'one')
      await add(stores, scope, 'b', 'two')
      await blobs.put(scope, 'never', bytesOf('three'))
      for (const [from, into, at, code] of [
        ['a', 'b', undefined, 'SESSION_EXISTS'],
        ['a', 'c', 2, 'STORE_VALUE_INVALID'],
        ['a', 'c', -1, 'STORE_VALUE_INVALID'],
        ['never', 'c', undefined, 'SESSION_MISSING'],
      ] as const) {
        await mustEndWith(bench, code, `a fork of ${from} into ${into} at ${at}`, () =>
          sessions.transfer?.fork(scope, from, into, at),
        )
      }
      const seen = [(await blobs.sessions(scope)).sessions, await textsOf(stores, scope, 'b')]
      mustEqual(bench, seen, [['a', 'b', 'never'], ['two']], 'the blobs as before')
    },
  },
  {
    code: 'SESSION_BLOBS_MODEL',
    name: 'leaves no blob and loses none, whatever is put, forked, deleted and erased',
    contract: belongs,
    check: async (stores, bench) => {
      const nextScope = newScopes()
      await bench.forEach(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
        const own = nextScope()
        const model = new Map<string, ReadonlySet<string>>()
        for (const { kind, session, into, text } of steps) {
          if (kind === 'add') {
            await add(stores, own, session, text)
            model.set(session, new Set([...(model.get(session) ?? []), text]))
          } else if (kind === 'fork' && stores.sessions.transfer && model.has(session) && !model.has(into)) {
            await stores.sessions.transfer.fork(own, session, into)
            model.set(into, model.get(session) ?? new Set())
          } else if (kind === 'delete') {
            await stores.sessions.delete(own, session)
            model.delete(session)
          } else if (kind === 'erase' && stores.sessions.admin) {
            await stores.sessions.admin.erase(own)
            model.clear()
          }
        }
        const { sessions } = await stores.blobs.sessions(own)
        mustEqual(bench, sessions, [...model.keys()].toSorted(), show([...model.keys()]))
        for (const [session, texts] of model) {
          const seen = await textsOf(stores, own, session)
          mustEqual(bench, seen, [...texts].toSorted(), `${show([...texts])} in ${session}`)
        }
      })
    },
  },
]
