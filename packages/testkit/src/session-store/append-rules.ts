import type { Message, Scope } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { hasHalf, hostileTexts } from '../samples/texts.ts'
import { codeOf, mustEndWith } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import type { SessionRule } from './options.ts'
import { anyMessage, noMessages, soundMessage } from './samples.ts'
import { say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const added = 'Appends messages, all or none; creates the session if it does not exist.'

/** Reads all messages of a session. */
export async function messagesOf(store: SessionStore, of: Scope, session: string): Promise<readonly Message[]> {
  return (await store.read(of, session, 0, 1_000_000)).map(({ message }) => message)
}

/** Rules for what an append stores and rejects. */
export const appendRules: readonly SessionRule[] = [
  {
    code: 'SESSION_APPEND',
    name: 'appends messages at the end, and returns their positions',
    contract: ['SessionStore.append', added],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const batches = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }), {
        maxLength: 5,
      })
      await bench.forEach(batches, async (texts) => {
        const own = nextScope()
        const all: Message[] = []
        for (const batch of texts) {
          const messages = batch.map(say)
          const { start, length, repeated } = await store.append(own, 's', messages)
          const wanted = { start: all.length, length: all.length + messages.length, repeated: false }
          mustEqual(bench, { start, length, repeated }, wanted)
          all.push(...messages)
        }
        const kept = await store.read(own, 's', 0, 100)
        const seen = kept.map(({ position, message }) => ({ position, message }))
        const wanted = all.map((message, position) => ({ position, message }))
        mustEqual(bench, seen, wanted)
      })
    },
  },
  {
    code: 'SESSION_ROUND_TRIP',
    name: 'returns every message unchanged, or refuses lone surrogates that it cannot store',
    contract: ['SessionStore', 'appended messages never change'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const check = async (messages: readonly Message[], mayRefuse: boolean): Promise<void> => {
        const own = nextScope()
        const code = await codeOf(() => store.append(own, 's', messages))
        const isRefused = !code.endsWith('no error')
        if (isRefused && !(mayRefuse && code === 'STORE_VALUE_INVALID'))
          bench.fail(`${show(messages)} to be stored`, code)
        const kept = await messagesOf(store, own, 's')
        const wanted = isRefused ? [] : messages
        mustEqual(bench, kept, wanted)
      }
      for (const text of hostileTexts) await check([say(text)], hasHalf(text))
      await bench.forEach(fc.array(soundMessage, { minLength: 1, maxLength: 4 }), (messages) => check(messages, false))
      await bench.forEach(anyMessage, (message) => check([message], true))
    },
  },
  {
    code: 'SESSION_MESSAGES_REFUSED',
    name: 'refuses values that are not messages or that JSON cannot keep, and stores nothing of the call',
    contract: ['SessionStore.append', '`STORE_VALUE_INVALID` for an invalid message'],
    check: async (store, bench) => {
      await store.append(scope, 's', [say('before')])
      for (const [what, message] of noMessages) {
        const messages = [say('sound'), message] as Message[]
        await mustEndWith(bench, 'STORE_VALUE_INVALID', what, () => store.append(scope, 's', messages))
        mustEqual(bench, await messagesOf(store, scope, 's'), [say('before')], `nothing stored of a call with ${what}`)
      }
      for (const messages of [undefined, null, {}, 'text']) {
        const append = (): unknown => store.append(scope, 's', messages as unknown as Message[])
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `${show(messages)} as messages`, append)
      }
    },
  },
  {
    code: 'SESSION_NOTHING',
    name: 'neither creates nor changes a session when nothing is appended',
    contract: ['Appended.revision', 'The revision of the session after the append. One more for each change.'],
    check: async (store, bench) => {
      const first = await store.append(scope, 's', [])
      if (first.revision !== 0 || first.length !== 0) bench.fail('revision 0 and no length', show(first))
      mustEqual(bench, await store.info(scope, 's'), undefined, 'no session')
      const { revision } = await store.append(scope, 's', [say('a'), say('b')])
      const second = await store.append(scope, 's', [])
      if (second.revision !== revision || second.length !== 2)
        bench.fail(`still revision ${revision} and 2 messages`, show(second))
    },
  },
  {
    code: 'SESSION_NOT_THERE',
    name: 'reads a missing session as an empty one',
    contract: ['SessionPage.revision', "The session's revision at the time of reading. 0 if it does not exist."],
    check: async (store, bench) => {
      mustEqual(bench, await store.info(scope, 'none'), undefined, 'undefined')
      const { messages, start, revision, length } = await store.page(scope, 'none')
      mustEqual(bench, { messages, start, revision, length }, { messages: [], start: 0, revision: 0, length: 0 })
      const read = await store.read(scope, 'none', 0, 10)
      if (read.length > 0) bench.fail('no messages', show(read))
      const compactions = (await store.compactions?.list(scope, 'none')) ?? []
      if (compactions.length > 0) bench.fail('no compactions', show(compactions))
      const { sessions } = await store.list(scope)
      if (sessions.length > 0) bench.fail('no session created by reading', show(sessions))
    },
  },
]
