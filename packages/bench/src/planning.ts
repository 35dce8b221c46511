import { lowestRankFirst, oldestFirst, type PlanLayer, plan, type TruncationPolicy } from '@lamella/core'
import { makeUnits } from '@lamella/core/plugin'
import { duration, measure, times } from './measure.ts'
import { atMost, type Claim, type Section } from './section.ts'

const sizes = [20_000, 100_000] as const
const budget = 8_000

function layerOf(units: number, policy: TruncationPolicy): PlanLayer {
  const fragments = Array.from({ length: units }, (_, index) => {
    return { id: `m${index}`, content: 'x', page: Math.floor(index / 10), rank: (index * 7919) % 1_000, tokens: [50] }
  })
  const list = makeUnits(fragments, [], () => 0)
  return { name: 'history', priority: 10, units: list, policy, frame: 0, min: 500, max: undefined }
}

/** Measures how the cost of the planner alone grows with the number of units. */
export async function planning(): Promise<Section> {
  const table: (readonly string[])[] = [['policy', '20,000 units', '100,000 units', 'cost of five times the units']]
  const claims: Claim[] = []
  for (const policy of [oldestFirst(), lowestRankFirst]) {
    const [small, large] = sizes.map((size) => [layerOf(size, policy)])
    const { one, five } = await measure({ one: () => plan(small ?? [], budget), five: () => plan(large ?? [], budget) })
    table.push([`\`${policy.name}\``, duration(one), duration(five), times(five / one)])
    const text = `with \`${policy.name}\`, planning 100,000 units costs less than 7 times as much as planning 20,000`
    claims.push(atMost(text, five / one, 7))
  }
  return {
    title: 'Planning many units',
    about: 'The planner alone, on units that are already counted, down to 8,000 tokens.',
    table,
    claims,
  }
}
