import { fair, lowestRankFirst, oldestFirst, type PlanLayer, type TruncationPolicy, type Unit } from '@lamella/core'
import type { Amounts } from '@lamella/core/plugin'
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

/** What each rung takes of the limits: a shorter one never more. */
const amounts = (rungs: number): fc.Arbitrary<readonly Amounts[]> =>
  fc
    .array(
      fc
        .record({
          text: fc.integer({ min: 0, max: 9 }),
          images: fc.integer({ min: 0, max: 2 }),
          image: fc.integer({ min: 0, max: 30 }),
        })
        .map(({ text, images, image }) => ({
          bytes: text + images * image,
          media: images * image,
          images,
          imageBytes: images === 0 ? 0 : image,
        })),
      { minLength: rungs, maxLength: rungs },
    )
    .map((list) => list.map((_, rung) => list.slice(rung).reduce(larger)))

function larger(one: Amounts, other: Amounts): Amounts {
  const of = (name: keyof Amounts): number => Math.max(one[name], other[name])
  return { bytes: of('bytes'), media: of('media'), images: of('images'), imageBytes: of('imageBytes') }
}

/** Layers whose units take something of other limits, too. */
export const limitedLayers = (most = 4): fc.Arbitrary<readonly PlanLayer[]> =>
  planLayers(most).chain((layers) =>
    fc.tuple(
      ...layers.map((layer) =>
        fc
          .tuple(...layer.units.map((unit) => amounts(unit.tokens.length).map((own) => ({ ...unit, amounts: own }))))
          .map((units): PlanLayer => ({ ...layer, units })),
      ),
    ),
  )
