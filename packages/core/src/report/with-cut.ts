import type { Report } from '../contract/report.ts'
import type { RunReport } from '../contract/run-report.ts'
import { explain } from './explain.ts'

/**
 * Returns a repeated request whose report says with which cut its epoch began, as that of the first did. Nothing is computed: the
 * parts of a report that are made when they are read stay so.
 */
export function withCut<Built extends { readonly report: Report }>(context: Built, cut: RunReport['cut']): Built {
  const { report } = context
  const again: Report = copyWith(report, {
    run: report.run && { ...report.run, cut },
    explain: (options: Parameters<typeof explain>[1]) => explain(again, options),
  })
  return copyWith(context, { report: again })
}

function copyWith<Value extends object>(value: Value, changes: object): Value {
  const members = Object.getOwnPropertyDescriptors(value)
  const changed = Object.getOwnPropertyDescriptors(changes)
  return Object.create(Object.getPrototypeOf(value), { ...members, ...changed }) as Value
}
