import fc from 'fast-check'
import { expect, it } from 'vitest'
import { collectTexts, extendCollection, readTexts, type TextRecord, textBytes } from '../../src/stores/index.ts'
import { storeConversation } from '../../src/stores/store-conversation.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 100)
const weights = storeConversation('test')

/** Texts of a few conversations, some long, some with questions, and removed ones. Numbers occur once. */
const texts = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 300 }),
      group: fc.integer({ min: 0, max: 4 }),
      said: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 100, max: 400 })),
      asked: fc.integer({ min: 0, max: 9 }),
      voice: fc.integer({ min: 0, max: 3 }),
      heard: fc.integer({ min: 0, max: 60 }),
      isGone: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 60 },
  )
  .map((all) =>
    all.map(({ id, group, said, asked, voice, heard, isGone }): TextRecord => {
      return isGone && id % 5 === 0
        ? { id: -1, group: 0, counted: { lengths: [0], words: 0, voice: 0, heard: 0, repeated: 0 } }
        : // The first voice repeats nothing of what it hears, the second about the share that decides, the third all.
          {
            id,
            group,
            counted: {
              ...{ lengths: [said, asked, 0, 0, 0], words: Math.ceil(said / 2), voice, heard },
              repeated: [0, 0, heard >> 1, heard][voice] ?? 0,
            },
          }
    }),
  )

it('a collection that gets a chunk equals one of all chunks, and stays as it was', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), (all, one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)]
      const chunks = [all.slice(0, first), all.slice(first, second), all.slice(second)].map((part) =>
        readTexts(textBytes(part)),
      )
      const [a, b, c] = chunks as [(typeof chunks)[0], (typeof chunks)[0], (typeof chunks)[0]]
      const before = collectTexts([a, b], weights)
      const extended = extendCollection(before, c, weights)
      const { hasNeighbours, ...expected } = collectTexts(chunks, weights)
      expect({ ...extended, hasNeighbours }).toEqual({ ...expected, hasNeighbours })
      // A long text may have come between the only neighbours.
      if (hasNeighbours) expect(extended.hasNeighbours).toBe(true)
      expect(before).toEqual(collectTexts([a, b], weights))
    }),
    { numRuns: runs },
  )
})
