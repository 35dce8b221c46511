import type { Fitted } from '../compose/limits.ts'
import type { Measured } from '../compose/measure-layer.ts'
import type { Fragment } from '../contract/fragment.ts'
import type { ReportRow } from '../contract/report.ts'
import type { UnitFate } from '../plan/plan.ts'
import { type CountContent, contentAt, rungTokens } from '../plan/units.ts'

/** How the contents of rows are counted. */
interface Counts {
  readonly count: CountContent
  readonly limits: Fitted['sizes']['limits']
}

/** Returns a row for each fragment that differs from what its layer returned, in context order. */
export function makeRows(
  measured: readonly Measured[],
  { plan, sizes }: Fitted,
  count: CountContent,
): readonly ReportRow[] {
  const counts = { count, limits: sizes.limits }
  const fates = new Map<string, UnitFate[]>()
  for (const fate of plan.fates) {
    const list = fates.get(fate.layer)
    if (list) list.push(fate)
    else fates.set(fate.layer, [fate])
  }
  return measured.flatMap((item) => [
    ...repairRows(item, count),
    ...(fates.get(item.source.layer.name) ?? []).flatMap((fate) => fateRows(item, fate, counts)),
  ])
}

/** How many fragments a row is about. */
export function countOf(row: ReportRow): number {
  return row.reason === 'repair' ? 1 : (row.count ?? 1)
}

function repairRows({ source, fragments, repairs }: Measured, count: CountContent): readonly ReportRow[] {
  // Once for each fragment, which may have many repairs.
  const known = new Map<Fragment, number>()
  const tokensOf = (list: readonly Fragment[], id: string): number => {
    const fragment = list.find((one) => one.id === id)
    if (!fragment) return 0
    const tokens = known.get(fragment) ?? rungTokens(fragment, count)[0] ?? 0
    known.set(fragment, tokens)
    return tokens
  }
  return repairs.map(({ fragment, repair, id }) => ({
    layer: source.layer.name,
    fragment,
    action: 'repaired',
    reason: 'repair',
    repair,
    id,
    tokensBefore: tokensOf(source.result.fragments, fragment),
    tokensAfter: tokensOf(fragments, fragment),
  }))
}

function fateRows({ plan }: Measured, fate: UnitFate, { count, limits }: Counts): readonly ReportRow[] {
  const { unit, rung, reason, limit } = fate
  const dropped = rung === unit.tokens.length
  const chosen = { policy: plan.policy.name, ...(unit.fragments.length > 1 && { unit: unit.id }) }
  return unit.fragments.flatMap((fragment) => {
    const own = Math.min(rung, fragment.shorter?.length ?? 0)
    // A rung of a unit may leave some of its fragments as they are.
    if (!dropped && contentAt(fragment, own) === fragment.content) return []
    const tokens = rungTokens(fragment, count)
    const after = dropped ? 0 : (tokens[own] ?? 0)
    const action = dropped ? 'dropped' : 'shortened'
    const amountOf = (at: number): number => (limit && limits ? limits.amount(contentAt(fragment, at), limit) : 0)
    const limited = limit && {
      limit: {
        name: limit,
        before: amountOf(0),
        after: dropped ? 0 : amountOf(own),
      },
    }
    const sizes = { tokensBefore: tokens[0] ?? 0, tokensAfter: after }
    return [
      {
        layer: plan.name,
        fragment: fragment.id,
        action,
        reason,
        ...limited,
        ...chosen,
        ...sizes,
        ...(fragment.origin && { origin: fragment.origin }),
      } as const,
    ]
  })
}
