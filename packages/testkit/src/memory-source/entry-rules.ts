import type { MemorySource } from '@lamella/core'
import type { MemoryEntries } from '@lamella/core/plugin'
import { mustAnswer, mustEqual } from '../kit/must-equal.ts'
import type { Rule } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { anyString, hostileTexts } from '../samples/texts.ts'
import { ask, type SourceBench } from '../sources/ask.ts'
import type { SourceSuiteOptions } from '../sources/options.ts'
import { memorySourceKind as kind } from './kind.ts'

/** Rules for memory sources only. */
export const entryRules: readonly Rule<MemorySource, SourceSuiteOptions>[] = [
  {
    code: 'MEMORY_SOURCE_IDS',
    name: 'gives each entry a unique id, the same on every read and in every instance',
    contract: ['MemoryEntry.id', 'Unique in a list. Stable: the same memory has the same id next time.'],
    check: async (source, bench) => {
      const idsOf = async (from: MemorySource): Promise<readonly string[]> =>
        (await ask(kind, from, bench)).entries.map(({ id }) => id)
      const first = await idsOf(source)
      const twice = first.find((id, index) => first.indexOf(id) < index)
      if (twice !== undefined) bench.fail('ids that differ', `${show(twice)} twice`)
      for (const ids of [await idsOf(source), await idsOf(await bench.another())])
        mustEqual(bench, ids, first, `the ids of the first read, ${show(first)}`)
    },
  },
  {
    code: 'MEMORY_SOURCE_QUERY',
    name: 'accepts any text as a query, and treats none of it as syntax',
    contract: ['MemoryRequest.query', 'The text of the new message, or of the newest existing one'],
    check: async (source, bench) => {
      const check = async (query: string): Promise<void> => {
        const { entries } = await askFor(source, bench, query)
        if (!Array.isArray(entries)) bench.fail(`entries for the query ${show(query)}`, show(entries))
      }
      for (const query of hostileTexts) await check(query)
      await bench.forEach(anyString, check)
    },
  },
  {
    code: 'MEMORY_SOURCE_FOUND',
    name: 'reports entries as found by the query only if there is a query',
    contract: ['MemoryEntries.found', 'Whether they were found by the query: then the best is first.'],
    check: async (source, bench) => {
      for (const query of [undefined, '']) {
        const { found } = await askFor(source, bench, query)
        if (found === true) bench.fail('found to be false or absent without a query', 'true')
      }
    },
  },
]

async function askFor(source: MemorySource, bench: SourceBench, query: string | undefined): Promise<MemoryEntries> {
  const kindWithQuery = {
    ...kind,
    ask: (...[from, scope, request]: Parameters<typeof kind.ask>) =>
      from.entries(scope, { ...request, ...(query !== undefined && { query }), now: new Date('2026-05-12T09:30:00Z') }),
  }
  return mustAnswer(bench, `entries for the query ${show(query)}`, () => ask(kindWithQuery, source, bench))
}
