import type { Scope } from '@lamella/core'
import type { BlockInfo } from '@lamella/store'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith, mustRefuse, named } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import type { BlockRule, TestedBlockStore } from './options.ts'
import { ada, bytes, contentTexts, persona, textOf } from './samples.ts'

/**
 * The state of a reader: words, as of a revision. A snapshot is JSON of words, an update one word: they merge like
 * sets.
 */
interface Reader {
  readonly words: Set<string>
  revision: number
}

const newReader = (): Reader => ({ words: new Set(), revision: 0 })
const sorted = (words: Iterable<string>): readonly string[] => [...words].toSorted()
const snapshotOf = (words: Iterable<string>): Uint8Array => bytes(JSON.stringify(sorted(words)))

async function readOn(store: TestedBlockStore, scope: Scope, reader: Reader): Promise<void> {
  const content = await store.read(scope, persona.id, reader.revision)
  for (const word of JSON.parse(textOf(content?.snapshot) ?? '[]') as readonly string[]) reader.words.add(word)
  for (const update of content?.updates ?? []) reader.words.add(String(textOf(update)))
  reader.revision = content?.revision ?? 0
}

const step = fc.record({ kind: fc.constantFrom('append', 'append', 'read', 'compact'), reader: fc.nat({ max: 2 }) })

/** Rules for snapshots and texts, which are derived from the updates. */
export const compactRules: readonly BlockRule[] = [
  {
    code: 'BLOCK_COMPACT',
    name: 'replaces updates with a snapshot that contains them, so that readers miss nothing',
    contract: ['BlockStore.compact', 'Later updates stay.'],
    check: async (store, bench) => {
      await store.create(ada, persona)
      for (const revision of [2, 3, 4]) await store.append(ada, persona.id, bytes(`u${revision}`))
      const compact = async (snapshot: string, upTo: number, ...wanted: readonly string[]): Promise<void> => {
        const info = await store.compact(ada, persona.id, bytes(snapshot), upTo)
        const seen = contentTexts(await store.read(ada, persona.id))
        mustEqual(bench, seen, wanted, `${show(wanted)} after the snapshot ${show(snapshot)}`)
        const [first = '', ...updates] = wanted
        const sizes = [4, 4, first.length, updates.length, updates.join('').length]
        mustEqual(bench, sizesOf(info), sizes, `revisions and sizes ${show(sizes)}`)
      }
      await compact('later', 3, 'later', 'u4')
      // Another writer is already further ahead.
      await compact('earlier', 2, 'later', 'u4')
      await compact('again', 3, 'again', 'u4')
      const nextScope = newScopes()
      await bench.forEach(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
        const scope = nextScope()
        await store.create(scope, { ...persona, snapshot: snapshotOf(['first']) })
        const words = new Set(['first'])
        const readers = [newReader(), newReader(), newReader()]
        for (const [index, { kind, reader: which }] of steps.entries()) {
          const reader = readers[which] as Reader
          if (kind === 'append') {
            words.add(`w${index}`)
            await store.append(scope, persona.id, bytes(`w${index}`))
          } else if (kind === 'read') await readOn(store, scope, reader)
          else if (reader.revision > 0) {
            await store.compact(scope, persona.id, snapshotOf(reader.words), reader.revision)
          }
        }
        for (const reader of [...readers, newReader()]) {
          await readOn(store, scope, reader)
          mustEqual(bench, sorted(reader.words), sorted(words))
        }
      })
    },
  },
  {
    code: 'BLOCK_TEXT',
    name: 'keeps the text of the later revision, and reports which revision it shows',
    contract: ['BlockStore.setText', 'Does nothing if a text of a later revision exists.'],
    check: async (store, bench) => {
      await store.create(ada, persona)
      for (const revision of [2, 3]) await store.append(ada, persona.id, bytes(`u${revision}`))
      const set = async (text: string, upTo: number, ...wanted: readonly unknown[]): Promise<void> => {
        const info = await store.setText(ada, persona.id, text, upTo)
        const block = await store.get(ada, persona.id)
        const seen = [block?.text, info.textRevision, info.revision]
        mustEqual(bench, seen, wanted, `text, its revision and that of the block ${show(wanted)}`)
      }
      await set('green tea', 1, 'green tea', 1, 3)
      await set('black tea', 3, 'black tea', 3, 3)
      await set('white tea', 2, 'black tea', 3, 3)
      await set('', 3, '', 3, 3)
      await set('oolong', 3, 'oolong', 3, 3)
      const found = (await store.search?.(ada, { query: 'green black white tea', mode: 'keyword' }))?.hits ?? []
      if (found.length > 0) bench.fail('no hits for words that are no longer in the text', show(found))
    },
  },
  {
    code: 'BLOCK_COMPACT_REFUSED',
    name: 'refuses a snapshot or a text of a revision that the block does not have, and a text that cannot be stored',
    contract: ['BlockStore.compact', 'The revision that `read` returned with the data the snapshot was made from.'],
    check: async (store, bench) => {
      await store.create(ada, persona)
      for (const upTo of [0, 2, -1, 0.5, Number.NaN, '1', undefined]) {
        const compact = (): unknown => store.compact(ada, persona.id, bytes('s'), upTo as number)
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `a snapshot up to ${show(upTo)}`, compact)
        const setText = (): unknown => store.setText(ada, persona.id, 'a', upTo as number)
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `a text up to ${show(upTo)}`, setText)
      }
      await mustRefuse(bench, named('the text', ['a\ud800', 7, null, undefined]), (text) =>
        store.setText(ada, persona.id, text, 1),
      )
      const block = await store.get(ada, persona.id)
      if (!same([block?.text, block?.textRevision, block?.snapshotSize], ['', 0, 0])) {
        bench.fail('the block unchanged', show(block))
      }
    },
  },
]

function sizesOf({ revision, contentRevision, snapshotSize, updates, updatesSize }: BlockInfo): readonly number[] {
  return [revision, contentRevision, snapshotSize, updates, updatesSize]
}
