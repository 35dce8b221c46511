import { fair, lowestRankFirst, oldestFirst, type PlanLayer, type TruncationPolicy, type Unit } from '@lamella/core'
import fc from 'fast-check'

const policies: readonly TruncationPolicy[] = [
  lowestRankFirst,
  fair,
  oldestFirst(),
  oldestFirst({ newestPriority: 90 }),
]

/** Units with pinned ones, pages, ranks, several rungs, rungs that cost nothing and rungs that cost more than before. */
const units = (most = 8): fc.Arbitrary<readonly Unit[]> =>
  fc
    .array(
      fc.record({
        rank: fc.integer({ min: -2, max: 2 }),
        pinned: fc.boolean(),
        page: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
        tokens: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 3 }),
        weight: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: most },
    )
    .map((list) =>
      list.map(({ rank, pinned, page, tokens, weight }, position) => ({
        id: `u${position}`,
        fragments: [{ id: `u${position}`, content: 'x' }],
        position,
        rank,
        // One in four: enough to matter, few enough that something can give way.
        pinned: pinned && weight === 0,
        page,
        tokens,
      })),
    )

export const planLayers = (most = 4): fc.Arbitrary<readonly PlanLayer[]> =>
  fc
    .array(
      fc.record({
        priority: fc.integer({ min: 0, max: 3 }),
        units: units(),
        policy: fc.constantFrom(...policies),
        frame: fc.integer({ min: 0, max: 6 }),
        min: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
      }),
      { minLength: 1, maxLength: most },
    )
    .map((list) => list.map((layer, index) => ({ ...layer, name: `layer${index}`, max: undefined })))
