import type { BlockFilter, NewBlock } from '@lamella/store'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustRefuse, named } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import { lacking } from '../stores/lacking.ts'
import type { BlockRule } from './options.ts'
import { ada, notes, persona } from './samples.ts'
import { blockLines } from './shelf.ts'

const kinds = ['core', 'log', 'constructor']
// Prefixes that SQL and file patterns would interpret as syntax.
const labels = ['notes', 'notes/a', 'notes/b', 'n', 'no_e', 'noXe', 'n%', 'n*', '__proto__']

const anyFilter: fc.Arbitrary<BlockFilter> = fc.record(
  {
    kinds: fc.uniqueArray(fc.constantFrom(...kinds), { maxLength: 2 }),
    labelPrefix: fc.constantFrom('', 'notes', 'notes/', 'no_', 'n%', 'n*', 'N', '__'),
    stale: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** Blocks with different labels, some of them with a text: those without one are outdated. */
const anyBlocks: fc.Arbitrary<readonly NewBlock[]> = fc
  .uniqueArray(fc.constantFrom(...labels), { minLength: 1, maxLength: 6 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((label, index) =>
        fc.record(
          {
            id: fc.constant(`id ${index}`),
            label: fc.constant(label),
            kind: fc.constantFrom(...kinds),
            text: fc.constant('a'),
          },
          { requiredKeys: ['id', 'label', 'kind'] },
        ),
      ),
    ),
  )

/** The filter as the contract defines it, word by word. */
function accepts({ label, kind, text }: NewBlock, filter: BlockFilter): boolean {
  if (filter.kinds && !filter.kinds.includes(kind)) return false
  if (filter.labelPrefix !== undefined && label.slice(0, filter.labelPrefix.length) !== filter.labelPrefix) return false
  return filter.stale === undefined || filter.stale === (text === undefined)
}

const apart: readonly NewBlock[] = labels.map((label, index) => ({ id: `id ${index}`, label, kind: 'core' }))
const filters: readonly BlockFilter[] = [
  ...[{}, { kinds: [] }, { kinds: ['log'] }, { kinds: ['core', 'log'] }, { stale: true }, { stale: false }],
  ...['notes/', 'no_', 'n%', 'n*', 'N', '__'].map((labelPrefix) => ({ labelPrefix })),
]

/** Rules for which blocks a filter matches, and which fields a search covers. */
export const filterRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_FILTER',
    name: 'lists the blocks that match a filter, page by page: by kind, label prefix, and whether the text is outdated',
    contract: ['BlockFilter', 'A filter for blocks. Omitted fields match everything.'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const check = async (all: readonly NewBlock[], filter: BlockFilter, limit: number): Promise<void> => {
        const scope = nextScope()
        for (const block of all) await store.create(scope, block)
        const wanted = all.filter((block) => accepts(block, filter)).map(({ id }) => id)
        const seen: string[] = []
        for (let more = true; more; ) {
          const after = seen.at(-1)
          const page = await store.list(scope, { filter, limit, ...(after === undefined ? {} : { after }) })
          seen.push(...page.blocks.map(({ id }) => id))
          more = page.more && page.blocks.length > 0
        }
        mustEqual(bench, seen, wanted, `${show(wanted)} for ${show(filter)} of ${show(all)}`)
      }
      for (const filter of filters) await check([...apart, { ...persona, id: 'id z', text: 'a' }], filter, 2)
      const sample = fc.tuple(anyBlocks, anyFilter, fc.integer({ min: 1, max: 3 }))
      await bench.forEach(sample, ([all, filter, limit]) => check(all, filter, limit))
    },
  },
  {
    code: 'BLOCK_FILTER_REFUSED',
    name: 'refuses invalid filters',
    contract: blockLines.refused,
    check: async (store, bench) => {
      const wrong = [
        { kinds: 'core' },
        { kinds: [7] },
        { labelPrefix: 7 },
        { stale: 1 },
        { kind: 'core' },
        'core',
        null,
      ]
      await mustRefuse(bench, named('the filter', wrong as unknown as readonly BlockFilter[]), (filter) =>
        store.list(ada, { filter }),
      )
    },
  },
  {
    code: 'BLOCK_SEARCH_LABEL',
    name: 'also finds blocks by their labels, but not by former ones',
    contract: blockLines.searches,
    check: async (store, bench) => {
      if (!store.search) return bench.skip(lacking(store, 'search'))
      await store.create(ada, { ...persona, label: 'vendors', text: 'Ada and Bob' })
      await store.create(ada, { ...notes, text: 'The picnic is on Friday.' })
      const mustFind = async (query: string, ...wanted: readonly string[]): Promise<void> => {
        const hits = (await store.search?.(ada, { query, mode: 'keyword' }))?.hits ?? []
        const seen = hits.map(({ item }) => item.id)
        mustEqual(bench, seen, wanted, `${show(wanted)} for ${show(query)}`)
      }
      await mustFind('Which vendors?', persona.id)
      await store.change(ada, persona.id, { label: 'suppliers' })
      await mustFind('vendors')
      await mustFind('suppliers', persona.id)
    },
  },
  {
    code: 'BLOCK_SEARCH_FILTER',
    name: 'finds only blocks of the requested kinds, and refuses filters that blocks do not support',
    contract: ['MemoryFilter', 'A filter for entries. Omitted fields match everything.'],
    check: async (store, bench) => {
      if (!store.search) return bench.skip(lacking(store, 'search'))
      await store.create(ada, { ...persona, text: 'green tea' })
      await store.create(ada, { ...notes, kind: 'log', text: 'black tea' })
      for (const [wanted, ...asked] of [
        [['one'], 'core'],
        [['two'], 'log'],
        [['one', 'two'], 'core', 'log'],
        [[], 'none'],
        [[]],
      ] as const) {
        const { hits } = await store.search(ada, { query: 'tea', filter: { kinds: asked } })
        const seen = hits.map(({ item }) => item.id).toSorted()
        mustEqual(bench, seen, wanted, `${show(wanted)} of the kinds ${show(asked)}`)
      }
      await mustRefuse(bench, named('the filter', [{ tags: ['x'] }, { minImportance: 5 }]), (filter) =>
        store.search?.(ada, { query: 'tea', filter }),
      )
    },
  },
]
