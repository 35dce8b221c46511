import { isLamellaError } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ByteReader } from '../../src/postings/bytes/byte-reader.ts'
import { ByteWriter } from '../../src/postings/bytes/byte-writer.ts'
import { seal, unseal } from '../../src/postings/bytes/envelope.ts'
import { createPostings } from '../../src/postings/postings.ts'
import { type Indexed, loadPostings, savePostings } from '../../src/postings/save.ts'
import type { Bag } from '../../src/postings/types.ts'
import { Vocabulary } from '../../src/postings/vocabulary.ts'
import { bags, formulas, queries } from './arbitraries.ts'

const words = ['a', 'b', '', 'é', '中文', '\ud800', '__proto__', 'h', 'i', 'j', 'k', 'l', 'm']
const damaged = expect.toSatisfy((error: unknown) => isLamellaError(error, 'INDEX_DAMAGED'))

function indexOf(documents: readonly (Bag | null)[]): Indexed {
  const vocabulary = new Vocabulary()
  for (const word of words) vocabulary.add(word)
  const postings = createPostings()
  for (const [document, bag] of documents.entries()) if (bag !== null) postings.put(document, bag)
  return { vocabulary, postings }
}
const written = ({ vocabulary, postings }: Indexed): Uint8Array => {
  const writer = new ByteWriter()
  savePostings(writer, vocabulary, postings)
  return writer.bytes
}
const saved = (index: Indexed): Uint8Array =>
  seal(1, (writer) => savePostings(writer, index.vocabulary, index.postings))
const loaded = (bytes: Uint8Array): Indexed => {
  const reader = unseal(bytes, 1)
  const index = loadPostings(reader)
  reader.end()
  return index
}

describe('a saved index', () => {
  it('is loaded unchanged: words, documents, scores, and its own bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.option(bags), { maxLength: 20 }), queries, formulas, (documents, query, formula) => {
        const before = indexOf(documents)
        const bytes = saved(before)
        const { vocabulary, postings } = loaded(bytes)
        expect(vocabulary.terms).toEqual(words)
        expect(words.map((word) => vocabulary.get(word))).toEqual(words.map((_, i) => i))
        expect([postings.count, postings.averageLength]).toEqual([before.postings.count, before.postings.averageLength])
        for (const document of documents.keys()) expect(postings.bag(document)).toEqual(before.postings.bag(document))
        expect(postings.top(query, 5, formula)).toEqual(before.postings.top(query, 5, formula))
        expect(postings.all(query, formula)).toEqual(before.postings.all(query, formula))
        expect(saved({ vocabulary, postings })).toEqual(bytes)
      }),
      { numRuns: 400 },
    )
  })

  it('has the same bytes, in whatever order the documents were added, replaced and removed', () => {
    fc.assert(
      fc.property(fc.array(bags, { maxLength: 10 }), fc.infiniteStream(fc.nat()), (documents, numbers) => {
        const changed = indexOf([...documents, ...documents])
        for (const document of documents.keys()) changed.postings.remove(documents.length + document)
        const order = documents.map((bag, document) => ({ bag, document, place: numbers.next().value }))
        for (const { bag, document } of order.toSorted((x, y) => x.place - y.place)) changed.postings.put(document, bag)
        expect(saved(changed)).toEqual(saved(indexOf(documents)))
      }),
      { numRuns: 300 },
    )
  })

  it('can be changed after loading', () => {
    const bag = { terms: [0, 3], frequencies: [1, 0.5], length: 1.5 }
    const { postings } = loaded(saved(indexOf([bag, null, bag])))
    postings.remove(0)
    postings.put(1, { ...bag, terms: [3, 4] })
    const fresh = indexOf([null, { ...bag, terms: [3, 4] }, bag]).postings
    const query = { terms: [0, 3, 4], weights: [1, 1, 1] }
    const formula = { k1: 0.9, b: 0.4, delta: 0 }
    expect(postings.top(query, 5, formula)).toEqual(fresh.top(query, 5, formula))
  })

  it('is rejected if it is cut or any byte is changed', () => {
    const bytes = saved(
      indexOf([
        { terms: [0, 3], frequencies: [1, 0.5], length: 1.5 },
        { terms: [1], frequencies: [1], length: 1 },
      ]),
    )
    for (let length = 0; length < bytes.length; length++) {
      expect(() => loaded(bytes.subarray(0, length))).toThrow(damaged)
    }
    for (let at = 0; at < bytes.length; at++) {
      for (const change of [1, 2, 4, 8, 16, 32, 64, 128, 255]) {
        const changed = bytes.slice()
        changed[at] = (changed[at] as number) ^ change
        expect(() => loaded(changed)).toThrow(damaged)
      }
    }
  })

  it('is loaded or rejected without harm if the bytes are forged', () => {
    const change = fc.tuple(fc.nat(), fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 1, 2, 127, 128, 255)))
    let refused = 0
    fc.assert(
      fc.property(
        fc.array(fc.option(bags), { maxLength: 5 }),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (documents, changes) => {
          const bytes = written(indexOf(documents)).slice()
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte
          try {
            const { vocabulary, postings } = loadPostings(new ByteReader(bytes))
            const terms = Array.from({ length: vocabulary.size }, (_, i) => i)
            const query = { terms, weights: terms.map(() => 1) }
            const found = postings.top(query, 10, { k1: 0.9, b: 0.4, delta: 0 })
            expect(found.every(({ score }) => Number.isFinite(score) && score >= 0)).toBe(true)
          } catch (error) {
            expect(error).toEqual(damaged)
            refused++
          }
        },
      ),
      { numRuns: 3_000 },
    )
    expect(refused).toBeGreaterThan(300)
  })
})
