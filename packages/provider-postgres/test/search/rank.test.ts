import { kept, runSteps } from '@lamella/store/search'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awaitSteps } from '../../src/search/rank.ts'

interface Row {
  readonly sort: Uint8Array
  readonly id: number
}

test('steps have the same result whether their answers are waited for or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 60 }),
      fc.nat({ max: 70 }),
      fc.integer({ min: 1, max: 5 }),
      async (size, limit, one) => {
        const rows = Array.from({ length: size }, (_, id): Row => ({ sort: new Uint8Array([id + 1]), id }))
        const read = ({ id }: Row): number | undefined => (id % one === 0 ? id : undefined)
        const steps = () => kept.list(new Uint8Array([0]), limit, read)
        const load = ({ after, most }: { readonly after: Uint8Array; readonly most: number }): readonly Row[] =>
          rows.filter(({ sort }) => (sort[0] as number) > (after[0] as number)).slice(0, most)
        const expected = rows.flatMap((row) => read(row) ?? [])
        const listed = await awaitSteps(steps(), async (asked) => load(asked))
        expect(listed).toEqual(runSteps(steps(), load))
        expect(listed).toEqual({ found: expected.slice(0, limit), more: expected.length > limit })
      },
    ),
    { numRuns: 200, seed: 1 },
  )
})
