import type { Counter } from '../contract/counter.ts'
import type { ToolDefinition } from '../contract/message.ts'
import type { CacheReport } from '../contract/report.ts'
import type { PreviousRequest } from '../contract/request-layout.ts'
import type { Fitted } from '../pipeline/fit.ts'
import type { Measured } from '../pipeline/measure-layer.ts'
import { cachePoints } from './cache-points.ts'
import { layoutOf } from './request-layout.ts'

/** Returns where caching pays off in a request, and how much of it repeats the previous one. */
export function cacheReport(
  measured: readonly Measured[],
  fitted: Fitted,
  counter: Counter,
  tools: readonly ToolDefinition[],
  previous: PreviousRequest | undefined,
): CacheReport {
  const layout = layoutOf(measured, fitted, counter)
  const points = cachePoints(tools, layout)
  const request = { tools, system: fitted.system, messages: fitted.messages }
  return { points, ...previous?.compare({ request, layout, counter }) }
}
