import { type PlanLayer, plan } from '@lamella/core'
import type { ContentLimits } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitedLayers } from '../support/arbitraries.ts'
import { layerAmount, oracleLimit, oraclePlan } from '../support/oracle.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 250) }
const budgets = fc.integer({ min: 0, max: 250 })
const limits: fc.Arbitrary<ContentLimits> = fc.record({
  bytes: fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
  images: fc.option(fc.integer({ min: 0, max: 15 }), { nil: undefined }),
  imageBytes: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
})
const plain = (rungs: readonly Int32Array[]): readonly (readonly number[])[] => rungs.map((list) => [...list])

/** What is left of a limit. */
function left(layers: readonly PlanLayer[], rungs: readonly (readonly number[])[], name: keyof ContentLimits): number {
  if (name !== 'imageBytes') return layers.reduce((sum, layer, i) => sum + layerAmount(layer, rungs[i] ?? [], name), 0)
  const all = layers.flatMap(({ units }, i) => units.map((unit) => unit.amounts?.[rungs[i]?.[unit.position] ?? 0]))
  return all.reduce((most, one) => Math.max(most, one?.imageBytes ?? 0), 0)
}

describe('plan with limits beside the tokens, on generated layers', () => {
  it('G1: keeps the tokens and every limit, or only pinned units take anything of the one that is passed', () => {
    fc.assert(
      fc.property(limitedLayers(), budgets, limits, (layers, budget, given) => {
        const { fits, tokens, rungs } = plan(layers, budget, given)
        const own = plain(rungs)
        const names = (Object.keys(given) as (keyof ContentLimits)[]).filter((name) => given[name] !== undefined)
        const passed = names.filter((name) => left(layers, own, name) > (given[name] ?? 0))
        expect(fits).toBe(passed.length === 0 && tokens <= budget)
        for (const name of passed) {
          const pinned = layers.map(({ units }) => units.map((unit) => (unit.pinned ? 0 : unit.tokens.length)))
          expect(left(layers, own, name)).toBe(left(layers, pinned, name))
        }
      }),
      runs,
    )
  })

  it('G2: never shortens or drops a pinned unit', () => {
    fc.assert(
      fc.property(limitedLayers(), budgets, limits, (layers, budget, given) => {
        for (const { unit } of plan(layers, budget, given).fates) expect(unit.pinned).toBe(false)
      }),
      runs,
    )
  })

  it('G4: is monotone in the budget and in each limit, whatever the others are', () => {
    fc.assert(
      fc.property(limitedLayers(), budgets, budgets, limits, limits, (layers, a, b, one, other) => {
        const [least, most] = [smaller(one, other), larger(one, other)]
        const small = plan(layers, Math.min(a, b), least).rungs
        const large = plan(layers, Math.max(a, b), most).rungs
        for (const [index, rungs] of large.entries()) {
          for (const [at, rung] of rungs.entries()) expect(rung).toBeLessThanOrEqual(small[index]?.[at] ?? 0)
        }
      }),
      runs,
    )
  })

  it('takes each unit as far down as the farthest of the tokens and the limits alone, by the slow oracle', () => {
    fc.assert(
      fc.property(limitedLayers(3), budgets, limits, (layers, budget, { bytes, images }) => {
        const alone = [
          oraclePlan(layers, budget),
          ...(bytes === undefined ? [] : [oracleLimit(layers, 'bytes', bytes)]),
          ...(images === undefined ? [] : [oracleLimit(layers, 'images', images)]),
        ]
        const farthest = layers.map(({ units }, i) =>
          units.map((_, at) => Math.max(...alone.map((all) => all[i]?.[at] ?? 0))),
        )
        expect(plain(plan(layers, budget, { bytes, images }).rungs)).toEqual(farthest)
      }),
      { numRuns: 3 * runs.numRuns },
    )
  })

  it('G7: names the limit, and only where the tokens alone had kept more', () => {
    fc.assert(
      fc.property(limitedLayers(), budgets, limits, (layers, budget, given) => {
        const { fates, rungs, truncated } = plan(layers, budget, given)
        const without = plan(layers, budget).rungs
        expect(fates.length).toBe(rungs.reduce((sum, list) => sum + list.filter((rung) => rung > 0).length, 0))
        expect(truncated).toBe(fates.length > 0)
        for (const { layer, unit, rung, reason, limit } of fates) {
          const index = layers.findIndex(({ name }) => name === layer)
          const byTokens = without[index]?.[unit.position] ?? 0
          expect(reason).toBe(rung > byTokens ? 'limit' : 'window')
          expect(limit === undefined).toBe(reason === 'window')
          if (limit === undefined) continue
          const alone = plan(layers, Number.POSITIVE_INFINITY, { [limit]: given[limit] }).rungs
          expect(alone[index]?.[unit.position]).toBe(rung)
        }
      }),
      runs,
    )
  })

  it('G9: plans as without limits if there are none, and does not change its input', () => {
    fc.assert(
      fc.property(limitedLayers(), budgets, (layers, budget) => {
        const before = JSON.stringify(layers)
        expect(plain(plan(layers, budget, {}).rungs)).toEqual(plain(plan(layers, budget).rungs))
        plan(layers, budget, { bytes: 10, images: 1, imageBytes: 5 })
        expect(JSON.stringify(layers)).toBe(before)
      }),
      runs,
    )
  })
})

function smaller(one: ContentLimits, other: ContentLimits): ContentLimits {
  return mixed(one, other, Math.min)
}

function larger(one: ContentLimits, other: ContentLimits): ContentLimits {
  return mixed(one, other, Math.max)
}

function mixed(one: ContentLimits, other: ContentLimits, pick: (a: number, b: number) => number): ContentLimits {
  const of = (name: keyof ContentLimits): number | undefined => {
    const value = pick(one[name] ?? Number.POSITIVE_INFINITY, other[name] ?? Number.POSITIVE_INFINITY)
    return Number.isFinite(value) ? value : undefined
  }
  return { bytes: of('bytes'), images: of('images'), imageBytes: of('imageBytes') }
}
