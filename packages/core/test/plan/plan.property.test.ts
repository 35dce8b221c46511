import { plan, type Unit } from '@lamella/core'
import { createPlanner } from '@lamella/core/plan'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planLayers } from '../support/arbitraries.ts'
import { layerSize, oraclePlan } from '../support/oracle.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 350) }
const budgets = fc.integer({ min: 0, max: 250 })
const plain = (rungs: readonly Int32Array[]): readonly (readonly number[])[] => rungs.map((list) => [...list])

describe('plan, on generated layers', () => {
  it('G1: fits the budget, or only pinned units remain', () => {
    fc.assert(
      fc.property(planLayers(), budgets, (layers, budget) => {
        const { fits, tokens, rungs } = plan(layers, budget)
        const size = layers.reduce((sum, layer, index) => sum + layerSize(layer, [...(rungs[index] ?? [])]), 0)
        expect(tokens).toBe(size)
        expect(fits).toBe(size <= budget)
        if (fits) return
        // Everything left that costs tokens is pinned.
        for (const [index, { units }] of layers.entries()) {
          for (const unit of units) {
            const left = unit.tokens[rungs[index]?.[unit.position] ?? 0] ?? 0
            expect(unit.pinned || left === 0 || size === layerSizeOfPinned(layers)).toBe(true)
          }
        }
      }),
      runs,
    )
  })

  it('G2: never shortens or drops a pinned unit', () => {
    fc.assert(
      fc.property(planLayers(), budgets, (layers, budget) => {
        for (const { unit } of plan(layers, budget).fates) expect(unit.pinned).toBe(false)
      }),
      runs,
    )
  })

  it('G4: a larger budget never shortens or drops content that a smaller one kept', () => {
    fc.assert(
      fc.property(planLayers(), budgets, budgets, (layers, a, b) => {
        const small = plan(layers, Math.min(a, b)).rungs
        const large = plan(layers, Math.max(a, b)).rungs
        for (const [index, rungs] of large.entries()) {
          for (const [position, rung] of rungs.entries()) {
            const unit = layers[index]?.units[position]
            const cost = (at: number): number => unit?.tokens[at] ?? 0
            const kept = small[index]?.[position] ?? 0
            // Rungs only go down, so a lower number never means less text.
            expect(rung).toBeLessThanOrEqual(kept)
            if (rung === kept) expect(cost(rung)).toBe(cost(kept))
          }
        }
      }),
      runs,
    )
  })

  it('G6: returns the same plan for an equal input', () => {
    fc.assert(
      fc.property(planLayers(), budgets, (layers, budget) => {
        const copy = layers.map((layer) => ({ ...layer, units: layer.units.map((unit) => ({ ...unit })) }))
        const [one, two] = [plan(layers, budget), plan(copy, budget)]
        expect(plain(two.rungs)).toEqual(plain(one.rungs))
        expect(two.tokens).toBe(one.tokens)
      }),
      runs,
    )
  })

  it('G7: has a reason for every unit that is not kept in full, and the saved tokens add up', () => {
    fc.assert(
      fc.property(planLayers(), budgets, (layers, budget) => {
        const { fates, rungs, asked, tokens } = plan(layers, budget)
        const changed = rungs.reduce((sum, list) => sum + list.filter((rung) => rung > 0).length, 0)
        expect(fates.length).toBe(changed)
        for (const { reason } of fates) expect(reason).toBe('window')
        const frames = layers.reduce((sum, { units, frame }, index) => {
          const gone = units.length > 0 && units.every((unit) => rungs[index]?.[unit.position] === unit.tokens.length)
          return sum + (gone ? frame : 0)
        }, 0)
        expect(fates.reduce((sum, { saved }) => sum + saved, frames)).toBe(asked - tokens)
      }),
      runs,
    )
  })

  it('G9: does not change its input', () => {
    fc.assert(
      fc.property(planLayers(), budgets, (layers, budget) => {
        const before = JSON.stringify(layers)
        plan(layers, budget)
        expect(JSON.stringify(layers)).toBe(before)
      }),
      runs,
    )
  })

  it('G10: visits each unit a bounded number of times, whatever their number', () => {
    fc.assert(
      fc.property(planLayers(), fc.integer({ min: 1, max: 20 }), budgets, (layers, times, budget) => {
        let looks = 0
        let rungs = 0
        const many = layers.map((layer) => {
          const units = Array.from({ length: times }, () => layer.units).flat()
          rungs += units.reduce((sum, unit) => sum + unit.tokens.length + 1, 0)
          return { ...layer, units: units.map((unit, position) => counted({ ...unit, position }, () => looks++)) }
        })
        plan(many, budget)
        expect(looks).toBeLessThanOrEqual(12 * rungs)
      }),
      runs,
    )
  })

  it('drops the units of a page together, as long as the layer keeps its minimum', () => {
    fc.assert(
      fc.property(planLayers(), budgets, (all, budget) => {
        const layers = all.map((layer) => ({ ...layer, min: 0 }))
        const { rungs } = plan(layers, budget)
        for (const [index, { units }] of layers.entries()) {
          const free = units.filter((unit) => unit.page !== undefined && !unit.pinned)
          const isDropped = (position: number): boolean => rungs[index]?.[position] === units[position]?.tokens.length
          for (const unit of free) {
            const page = free.filter((other) => other.page === unit.page)
            expect(page.every((other) => isDropped(other.position) === isDropped(unit.position))).toBe(true)
          }
        }
      }),
      runs,
    )
  })

  it('matches the slow oracle that follows the contract literally', () => {
    fc.assert(
      fc.property(planLayers(3), budgets, (layers, budget) => {
        expect(plain(plan(layers, budget).rungs)).toEqual(oraclePlan(layers, budget))
      }),
      // This property finds the most faults, some of them only in one of a thousand cases.
      { numRuns: 3 * runs.numRuns },
    )
  })

  it('keeps a layer within its own maximum, whatever the budget', () => {
    fc.assert(
      fc.property(planLayers(), budgets, fc.integer({ min: 0, max: 60 }), (layers, budget, max) => {
        const [first, ...rest] = layers
        if (!first || first.units.some((unit) => unit.pinned)) return
        const { rungs, fates } = plan([{ ...first, max }, ...rest], budget)
        expect(layerSize(first, [...(rungs[0] ?? [])])).toBeLessThanOrEqual(max)
        const byMax = plan([{ ...first, max }, ...rest], Number.MAX_SAFE_INTEGER).fates
        for (const fate of byMax) expect(fate.reason).toBe('layer-max')
        expect(fates.length).toBeGreaterThanOrEqual(byMax.length)
      }),
      runs,
    )
  })

  it('is what a planner of the same layers plans, which takes as few blocks as will do', () => {
    fc.assert(
      fc.property(planLayers(), budgets, (layers, budget) => {
        const planner = createPlanner(layers)
        const count = planner.fewest(budget)
        expect(plain(planner.plan(count, budget).rungs)).toEqual(plain(plan(layers, budget).rungs))
        expect(planner.plan(count, budget).tokens).toBe(plan(layers, budget).tokens)
        expect(count).toBeLessThanOrEqual(planner.blocks)
        if (count > 0) expect(planner.plan(count - 1, budget).fits).toBe(false)
        const taken = planner.taken(count).reduce((sum, one) => sum + one, 0)
        expect(taken).toBe(planner.taken(0).reduce((sum, one) => sum + one, count))
      }),
      runs,
    )
  })
})

function layerSizeOfPinned(layers: Parameters<typeof plan>[0]): number {
  return layers.reduce((sum, layer) => {
    const dropped = layer.units.map((unit) => (unit.pinned ? 0 : unit.tokens.length))
    return sum + layerSize(layer, dropped)
  }, 0)
}

/** A unit that records when its tokens are read. */
function counted(unit: Unit, look: () => void): Unit {
  const { tokens, ...rest } = unit
  return Object.defineProperty({ ...rest } as Unit, 'tokens', {
    enumerable: true,
    get: () => {
      look()
      return tokens
    },
  })
}
