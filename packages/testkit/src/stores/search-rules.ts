import { show } from '../kit/show.ts'
import { anyString, hostileTexts } from '../samples/texts.ts'
import { codeOf, mustEndWith } from './codes.ts'
import { newScopes } from './ids.ts'
import { lacking } from './lacking.ts'
import type { StoreRule } from './options.ts'
import { questions, syntax, syntaxQuery } from './search-samples.ts'
import type { Shelf } from './shelf.ts'

const acme = { tenant: 'acme' }

/** What is found. For a store that cannot search, all of them are skipped. */
export function searchRules<Store>(shelf: Shelf<Store>): readonly StoreRule<Store>[] {
  const { rules } = shelf
  return [
    {
      ...rules.search,
      name: 'finds what answers a question before what does not, in any script',
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, 'search')) return skip(lacking(store, 'search'))
        const nextScope = newScopes()
        for (const { query, answer, others } of questions) {
          const scope = nextScope()
          for (const [index, text] of others.entries()) await shelf.put(store, scope, `other ${index}`, { text })
          await shelf.put(store, scope, 'answer', { text: answer })
          const [best] = await shelf.search(store, scope, { query })
          if (best?.id !== 'answer' || best.text !== answer)
            fail(`${show(answer)} first for ${show(query)}`, show(best))
        }
      },
    },
    {
      ...rules.searchHits,
      name: 'gives no more hits than asked for, with falling scores above 0 and the way they were found',
      check: async (store, bench) => {
        if (!shelf.has(store, 'search')) return bench.skip(lacking(store, 'search'))
        for (let index = 0; index < 12; index++) {
          await shelf.put(store, acme, `id ${index}`, { text: `launch${' launch'.repeat(index)} of number ${index}` })
        }
        for (const [limit, wanted] of [
          [undefined, 10],
          [1, 1],
          [3, 3],
          [100, 12],
        ] as const) {
          const hits = await shelf.search(store, acme, { query: 'launch', ...(limit === undefined ? {} : { limit }) })
          if (hits.length !== wanted) bench.fail(`${wanted} hits for the limit ${limit}`, show(hits.length))
          for (const [index, { score, by }] of hits.entries()) {
            if (!(score > 0 && score <= (hits[index - 1]?.score ?? score))) {
              bench.fail('scores above 0 that fall', show(hits.map((hit) => hit.score)))
            }
            const isKnown = by.length > 0 && by.every((way) => way === 'keyword' || way === 'vector')
            if (!isKnown) bench.fail("'keyword', 'vector' or both", show(by))
          }
        }
        for (const limit of [0, -1, 1.5, Number.NaN]) {
          const search = (): unknown => shelf.search(store, acme, { query: 'launch', limit })
          await mustEndWith(bench, 'STORE_VALUE_INVALID', `search with the limit ${limit}`, search)
        }
      },
    },
    {
      ...rules.searchGone,
      name: 'never finds what was deleted or erased, nor what stood before a new one of its id',
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, 'search')) return skip(lacking(store, 'search'))
        const mustFind = async (when: string, wanted: readonly string[], gone: readonly string[]): Promise<void> => {
          const hits = await shelf.search(store, acme, { query: 'launch', limit: 100 })
          const texts = hits.map(({ text }) => text)
          // By meaning, others may be found, too.
          const isRight = wanted.every((text) => texts.includes(text)) && !gone.some((text) => texts.includes(text))
          if (!isRight) fail(`${show(wanted)} and nothing of ${show(gone)} ${when}`, show(texts))
        }
        await shelf.put(store, acme, 'a', { text: 'launch one' })
        await shelf.put(store, acme, 'b', { text: 'launch two' })
        await mustFind('before', ['launch one', 'launch two'], [])
        await shelf.delete(store, acme, 'a')
        await mustFind('after a delete', ['launch two'], ['launch one'])
        await shelf.put(store, acme, 'a', { text: 'begun anew' })
        await mustFind('after a new one of that id', ['launch two'], ['launch one'])
        if (!shelf.has(store, 'erase')) return
        await shelf.erase(store, acme)
        await mustFind('after erase', [], ['launch one', 'launch two', 'begun anew'])
      },
    },
    {
      ...rules.searchQuery,
      name: 'takes any text for a question in plain language, and nothing in it for syntax',
      check: async (store, bench) => {
        if (!shelf.has(store, 'search')) return bench.skip(lacking(store, 'search'))
        await shelf.put(store, acme, 'a', { text: 'The launch was moved.' })
        const mustFind = async (query: string): Promise<void> => {
          const hits = await shelf.search(store, acme, { query, mode: 'keyword' })
          if (hits[0]?.id !== 'a') bench.fail(`a text with "launch" in it for ${show(query)}`, show(hits))
        }
        const mustReturn = async (query: string): Promise<void> => {
          const code = await codeOf(() => shelf.search(store, acme, { query }))
          if (!code.endsWith('no error')) bench.fail(`hits, or none, for ${show(query)}`, code)
        }
        for (const piece of syntax) await mustFind(`${piece} launch ${piece}`)
        await bench.forEach(syntaxQuery, mustFind)
        await mustFind(`launch ${Array.from({ length: 2000 }, (_, index) => `word${index}`).join(' ')}`)
        for (const query of hostileTexts) await mustReturn(query)
        await bench.forEach(anyString, mustReturn)
        for (const query of ['', ' \n', '?!', '"', '*', '👍', 'picnic']) {
          const hits = await shelf.search(store, acme, { query, mode: 'keyword' })
          if (hits.length > 0) bench.fail(`nothing for ${show(query)}`, show(hits))
        }
      },
    },
  ]
}
