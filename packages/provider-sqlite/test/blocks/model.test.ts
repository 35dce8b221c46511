import type { Scope } from '@lamella/core'
import type { BlockInfo, BlockStore } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockStores, bytes, textOf } from './stores.ts'

/** Owners that are easily confused. */
const scopes: readonly Scope[] = [
  { tenant: 't' },
  { tenant: 't', user: 'a' },
  { tenant: 't', agent: 'a' },
  { tenant: 't', user: 'a', agent: 'a' },
  { tenant: 'T', user: 'a' },
]
const ids = ['b', 'B', '__proto__', 'b\0', '😀'] as const
const runs = Number(process.env['LAMELLA_RUNS'] ?? 30)

/** The expected state of a block: all words ever appended, each with its revision. */
interface Model {
  label: string
  kind: string
  revision: number
  contentRevision: number
  text: string
  textRevision: number
  readonly words: { readonly revision: number; readonly word: string }[]
  readonly operations: Map<string, { readonly revision: number; readonly word: string }>
  /** The state of the readers: words, as of a revision. */
  readonly readers: readonly { readonly words: Set<string>; revision: number }[]
}

/** A snapshot is the JSON of a list of words, an update one word: both merge like sets. */
const snapshotOf = (words: Iterable<string>): Uint8Array => bytes(JSON.stringify([...words].sort()))

/** Mostly the same block, so that its history gets long. */
const mostly = (most: number): fc.Arbitrary<number> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(most) })
const at = fc.record({ scope: mostly(scopes.length - 1), id: mostly(ids.length - 1) })
const nearly = fc.constantFrom(undefined, 'right', 'wrong')
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant('create' as const), at, fc.nat(3)) },
  { weight: 9, arbitrary: fc.tuple(fc.constant('append' as const), at, nearly) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('retry' as const), at, fc.nat(5)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('change' as const), at, fc.nat(3), nearly) },
  { weight: 5, arbitrary: fc.tuple(fc.constant('read' as const), at, fc.nat(1)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('compact' as const), at, fc.nat(1)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('text' as const), at, fc.nat(1)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('delete' as const), at, nearly) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('erase' as const), at, fc.nat(0)) },
)

const keyOf = ({ tenant, user = '', agent = '' }: Scope): string => JSON.stringify([tenant, user, agent])

function infoOf(id: string, { words, readers, operations, text, ...model }: Model): Partial<BlockInfo> {
  return { id, ...model }
}

/** Merges a store's result into a reader's state. */
async function readInto(store: BlockStore, scope: Scope, id: string, reader: Model['readers'][number]): Promise<void> {
  const content = await store.read(scope, id, reader.revision)
  for (const word of JSON.parse(textOf(content?.snapshot) ?? '[]') as string[]) reader.words.add(word)
  for (const update of content?.updates ?? []) reader.words.add(String(textOf(update)))
  reader.revision = content?.revision ?? 0
}

describe.each(blockStores)('%s', (_, open) => {
  it(`matches a model with a list of words per block, over ${runs} runs of up to 60 operations of 5 owners`, async () => {
    let operations = 0
    const run = async (
      steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
    ): Promise<void> => {
      const store = await open()
      const all = new Map<string, Map<string, Model>>(scopes.map((scope) => [keyOf(scope), new Map()]))
      for (const [index, [name, place, first, second]] of steps.entries()) {
        operations++
        const scope = scopes[place.scope] as Scope
        const id = ids[place.id] as string
        const own = all.get(keyOf(scope)) as Map<string, Model>
        const model = own.get(id)
        const word = `w${index}`
        const nearby = name === 'change' ? second : first
        const actual = model?.revision ?? 0
        const expectedRevision = nearby === 'right' ? actual : nearby === 'wrong' ? actual + 1 : undefined
        const options = expectedRevision === undefined ? {} : { expectedRevision }
        const refused = (code: string) => (call: Promise<unknown>) => expect(call).rejects.toMatchObject({ code })
        const label = `label ${'abcd'.charAt(Number(first))}`
        const isTaken = [...own].some(([other, there]) => there.label === label && other !== id)
        const reader = model?.readers[Number(first)] ?? { words: new Set<string>(), revision: 0 }

        if (name === 'create') {
          const call = store.create(scope, { id, label, kind: 'core', snapshot: snapshotOf([word]) })
          if (model || isTaken) await refused('BLOCK_EXISTS')(call)
          else {
            await call
            const readers = [0, 1].map(() => ({ words: new Set<string>(), revision: 0 }))
            const words = [{ revision: 1, word }]
            const revisions = { revision: 1, contentRevision: 1, textRevision: 0 }
            own.set(id, { label, kind: 'core', text: '', ...revisions, words, operations: new Map(), readers })
          }
        } else if (name === 'append') {
          const call = store.append(scope, id, bytes(word), { ...options, operation: word })
          if (!model) await refused('BLOCK_MISSING')(call)
          else if (nearby === 'wrong') await refused('BLOCK_CONFLICT')(call)
          else {
            const revision = ++model.revision
            expect(await call).toEqual({ revision, repeated: false })
            model.contentRevision = revision
            model.words.push({ revision, word })
            model.operations.set(word, { revision, word })
          }
        } else if (name === 'retry') {
          const done = [...(model?.operations.values() ?? [])][Number(first)]
          if (!done) continue
          const again = { operation: done.word, expectedRevision: 0 }
          expect(await store.append(scope, id, bytes(done.word), again)).toEqual({
            revision: done.revision,
            repeated: true,
          })
          await refused('STORE_VALUE_INVALID')(store.append(scope, id, bytes('another'), again))
        } else if (name === 'change') {
          const call = store.change(scope, id, { label, kind: `kind ${first}` }, options)
          if (!model) await refused('BLOCK_MISSING')(call)
          else if (nearby === 'wrong') await refused('BLOCK_CONFLICT')(call)
          else if (isTaken) await refused('BLOCK_EXISTS')(call)
          else {
            await call
            if (model.label !== label || model.kind !== `kind ${first}`) model.revision++
            Object.assign(model, { label, kind: `kind ${first}` })
          }
        } else if (name === 'compact' && model && reader.revision > 0) {
          await store.compact(scope, id, snapshotOf(reader.words), reader.revision)
        } else if (name === 'text' && model && reader.revision > 0) {
          const text = [...reader.words].join(' ')
          await store.setText(scope, id, text, reader.revision)
          if (reader.revision >= model.textRevision) Object.assign(model, { text, textRevision: reader.revision })
        } else if (name === 'delete') {
          const call = store.delete(scope, id, options)
          if (nearby === 'wrong') await refused('BLOCK_CONFLICT')(call)
          else {
            expect(await call).toBe(model !== undefined)
            own.delete(id)
          }
        } else if (name === 'erase') {
          let erased = 0
          for (const [key, blocks] of all) {
            const [tenant, user, agent] = JSON.parse(key) as [string, string, string]
            const isWithin = [scope.user ?? user, scope.agent ?? agent].join() === [user, agent].join()
            if (tenant !== scope.tenant || !isWithin) continue
            erased += blocks.size
            blocks.clear()
          }
          expect(await store.erase?.(scope)).toBe(erased)
        }

        if (name === 'read' && model) {
          await readInto(store, scope, id, reader)
          expect([...reader.words].sort()).toEqual(model.words.map((one) => one.word).sort())
          expect(reader.revision).toBe(model.revision)
        }
      }
      for (const scope of scopes) {
        const own = all.get(keyOf(scope)) as Map<string, Model>
        const { blocks } = await store.list(scope)
        const sorted = [...own].sort(([a], [b]) => (a < b ? -1 : 1))
        expect(blocks).toMatchObject(sorted.map(([id, model]) => infoOf(id, model)))
        expect(blocks).toHaveLength(own.size)
        for (const [id, model] of own) {
          const fresh = { words: new Set<string>(), revision: 0 }
          await readInto(store, scope, id, fresh)
          expect([...fresh.words].sort()).toEqual(model.words.map((one) => one.word).sort())
          expect(await store.find(scope, model.label)).toMatchObject({ id, revision: model.revision })
          expect(await store.get(scope, id)).toMatchObject({ label: model.label, text: model.text })
        }
        const found = (await store.search?.(scope, { query: 'w0 w1 w2 w3', mode: 'keyword', limit: 100 }))?.hits ?? []
        const holders = [...own].filter(([, { text }]) => /\bw[0-3]\b/.test(text)).map(([id]) => id)
        expect(found.map(({ item }) => item.id).sort()).toEqual(holders.sort())
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), run), { numRuns: runs })
    expect(operations).toBeGreaterThan(0)
  })
})
