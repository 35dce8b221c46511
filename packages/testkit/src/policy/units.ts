import type { Unit } from '@lamella/core'
import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'

type UnitFields = Pick<Unit, 'rank' | 'pinned' | 'page' | 'tokens'>

/** A unit with one fragment. */
function unitOf(position: number, fields: UnitFields): Unit {
  const { rank, pinned, page, tokens } = fields
  const id = `u${position}`
  const shorter = tokens.slice(1).map((_, i) => `text ${position}, rung ${i + 1}`)
  const fragment = { id, content: `text ${position}`, rank, pinned, shorter, ...(page === undefined ? {} : { page }) }
  return { id, fragments: [fragment], position, rank, pinned, page, tokens }
}

const fields: Arbitrary<UnitFields> = fc.record({
  rank: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  pinned: fc.constantFrom(true, false, false, false),
  page: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  // Rungs that save nothing and units that cost nothing are also valid.
  tokens: fc.array(fc.constantFrom(0, 0, 1, 7, 40), { minLength: 1, maxLength: 4 }),
})

/** A layer's units: some pinned, ranks that tie, pages, one to four rungs, zero tokens; at least one unit. */
export const someUnits: Arbitrary<readonly Unit[]> = fc
  .array(fields, { minLength: 1, maxLength: 12 })
  .map((list) => list.map((each, position) => unitOf(position, each)))

/** Many units, without a generator: the same ones every time, with unordered ranks and pages of twenty. */
export function manyUnits(count: number): readonly Unit[] {
  return Array.from({ length: count }, (_, i) =>
    // 7919 is prime, so the ranks are scattered; every rank occurs at least twice.
    unitOf(i, { rank: (i * 7919) % (count / 2), pinned: i % 97 === 0, page: Math.floor(i / 20), tokens: [9, 4, 0] }),
  )
}

/** Units that count reads of themselves and of their list. */
export function countReads(units: readonly Unit[]): { readonly units: readonly Unit[]; readonly reads: () => number } {
  let reads = 0
  const counting = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (object, key, receiver) => {
        reads++
        return Reflect.get(object, key, receiver)
      },
    })
  return { units: counting(units.map(counting)), reads: () => reads }
}
