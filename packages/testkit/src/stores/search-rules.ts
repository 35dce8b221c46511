import { show } from '../kit/show.ts'
import { anyString, hostileTexts } from '../samples/texts.ts'
import { codeOf, mustEndWith } from './codes.ts'
import { newScopes } from './ids.ts'
import { lacking } from './lacking.ts'
import type { StoreRule } from './options.ts'
import { questions, syntax, syntaxQuery } from './search-samples.ts'
import type { Shelf } from './shelf.ts'

const acme = { tenant: 'acme' }

/** Rules for search. If the store cannot search, all of them are skipped. */
export function searchRules<Store>(shelf: Shelf<Store>): readonly StoreRule<Store>[] {
  const { prefix, lines } = shelf
  return [
    {
      code: `${prefix}_SEARCH`,
      contract: lines.searches ?? lines.lists,
      name: 'ranks texts that answer a question above those that do not, in any script',
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
      code: `${prefix}_SEARCH_HITS`,
      contract: ['SearchRequest.limit', 'The most entries to return, 1 or more'],
      name: 'returns at most the requested number of hits, with falling scores above 0 and how each was found',
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
              bench.fail('falling scores above 0', show(hits.map((hit) => hit.score)))
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
      code: `${prefix}_SEARCH_GONE`,
      contract: lines.deletes,
      name: 'never finds deleted or erased texts, including when their id is reused',
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, 'search')) return skip(lacking(store, 'search'))
        const mustFind = async (when: string, wanted: readonly string[], gone: readonly string[]): Promise<void> => {
          const hits = await shelf.search(store, acme, { query: 'launch', limit: 100 })
          const texts = hits.map(({ text }) => text)
          // A search by meaning may also find others.
          const isRight = wanted.every((text) => texts.includes(text)) && !gone.some((text) => texts.includes(text))
          if (!isRight) fail(`${show(wanted)} and nothing of ${show(gone)} ${when}`, show(texts))
        }
        await shelf.put(store, acme, 'a', { text: 'launch one' })
        await shelf.put(store, acme, 'b', { text: 'launch two' })
        await mustFind('before', ['launch one', 'launch two'], [])
        await shelf.delete(store, acme, 'a')
        await mustFind('after a delete', ['launch two'], ['launch one'])
        await shelf.put(store, acme, 'a', { text: 'begun anew' })
        await mustFind('after a new item with that id', ['launch two'], ['launch one'])
        if (!shelf.has(store, 'erase')) return
        await shelf.erase(store, acme)
        await mustFind('after erase', [], ['launch one', 'launch two', 'begun anew'])
      },
    },
    {
      code: `${prefix}_SEARCH_QUERY`,
      contract: ['SearchRequest.query', 'Plain language in any script; nothing in it is syntax.'],
      name: 'accepts any text as a plain-language question, and treats none of it as syntax',
      check: async (store, bench) => {
        if (!shelf.has(store, 'search')) return bench.skip(lacking(store, 'search'))
        await shelf.put(store, acme, 'a', { text: 'The launch was moved.' })
        const mustFind = async (query: string): Promise<void> => {
          const hits = await shelf.search(store, acme, { query, mode: 'keyword' })
          if (hits[0]?.id !== 'a') bench.fail(`a text containing "launch" for ${show(query)}`, show(hits))
        }
        const mustReturn = async (query: string): Promise<void> => {
          const code = await codeOf(() => shelf.search(store, acme, { query }))
          if (!code.endsWith('no error')) bench.fail(`any number of hits for ${show(query)}`, code)
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
