import type { Message } from '@lamella/core'
import type { FoundMessage, SearchResult } from '@lamella/store'
import { canonical, same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { lacking } from '../stores/lacking.ts'
import type { SessionRule } from './options.ts'
import { say } from './shelf.ts'

const scope = { tenant: 'acme', user: 'ada' }
const at = new Date('2026-05-12T08:00:00.000Z')

/** The rule for searches that only sessions have. The others are those of all stores. */
export const sessionSearchRules: readonly SessionRule[] = [
  {
    code: 'SESSION_SEARCH_ONE',
    name: 'finds messages with their positions, in all sessions or in one',
    contract: ['FoundMessage', 'A message that was found, and its position.'],
    check: async (store, { fail, skip }) => {
      if (!store.search) return skip(lacking(store, 'search'))
      const parts: Message = { role: 'assistant', content: [{ type: 'text', text: 'The launch in parts.' }] }
      await store.append(scope, 'a', [say('Hello'), say('The launch was moved.')], { at })
      await store.append(scope, 'b', [parts])
      const find = async (session?: string): Promise<SearchResult<FoundMessage> | undefined> =>
        await store.search?.(scope, { query: 'launch', mode: 'keyword' }, session)
      const greeting = { session: 'a', position: 0, message: say('Hello'), at: at.toISOString() }
      const inA = { session: 'a', position: 1, message: say('The launch was moved.'), at: at.toISOString() }
      const inB = { session: 'b', position: 0, message: parts }
      for (const [session, of, wanted] of [
        [undefined, 3, [inA, inB]],
        ['a', 2, [inA]],
        ['b', 1, [inB]],
        ['none', 0, []],
      ] as const) {
        const { hits = [], indexed } = (await find(session)) ?? {}
        const seen = hits.map(({ item }) => item)
        if (indexed?.of !== of) fail(`${of} messages to index of the session ${session ?? '(all)'}`, show(indexed))
        // A store may also find turns around those that have the words, after them.
        const [first, others] = [seen.slice(0, wanted.length), seen.slice(wanted.length)]
        const sorted = first.toSorted((x, y) => (x.session < y.session ? -1 : 1))
        const isNear = session !== 'b' && wanted.length > 0 && (others.length === 0 || same(others, [greeting]))
        if (!same(sorted, wanted) || (others.length > 0 && !isNear))
          fail(`${canonical(wanted)} of the session ${session ?? '(all)'}`, canonical(seen))
      }
    },
  },
]
