import type { ToolDefinition } from '../contract/message.ts'
import type { CacheReport, RequestPrefix } from '../contract/report.ts'
import type { Counter } from '../measure/counter.ts'
import type { Fitted } from '../pipeline/fit.ts'
import type { Measured } from '../pipeline/measure-layer.ts'
import { cacheBreak } from './cache-break.ts'
import { cachePoints } from './cache-points.ts'
import { prefixTokens } from './cache-prefix.ts'
import { partingOf } from './parting.ts'
import { layoutOf } from './request-layout.ts'

/** Where caching pays in a request, and how much of it repeats the one before. */
export function cacheReport(
  measured: readonly Measured[],
  fitted: Fitted,
  counter: Counter,
  tools: readonly ToolDefinition[],
  previous: RequestPrefix | undefined,
): CacheReport {
  const layout = layoutOf(measured, fitted, counter)
  const points = cachePoints(tools, layout)
  if (!previous) return { points }
  const request = { tools, system: fitted.system, messages: fitted.messages }
  const parting = partingOf(request, previous)
  const prefix = prefixTokens(parting, layout, request, previous, counter)
  const brokenBy = cacheBreak(parting, layout, previous)
  return brokenBy ? { points, prefix, brokenBy } : { points, prefix }
}
