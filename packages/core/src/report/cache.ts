import type { Counter } from '../contract/counter.ts'
import type { CacheReport } from '../contract/report.ts'
import type { Fitted } from '../pipeline/fit.ts'
import { cachePoints } from './cache-points.ts'
import type { ReportedRequest } from './reported-request.ts'

/** Returns where caching pays off in a request, and how much of it repeats the previous one. */
export function cacheReport(fitted: Fitted, counter: Counter, reported: ReportedRequest): CacheReport {
  const { tools, previous } = reported
  const layout = reported.layout()
  const points = reported.cachePoints?.() ?? cachePoints(tools, layout)
  if (reported.prefix) return { points, prefix: reported.prefix() }
  const request = { tools, system: fitted.system, messages: fitted.messages }
  return { points, ...previous?.compare({ request, layout, counter }) }
}
