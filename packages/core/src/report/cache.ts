import type { CacheReport } from '../contract/report.ts'
import { cachePoints } from './cache-points.ts'
import type { ReportedRequest } from './reported-request.ts'

/** Returns where caching pays off in a request, and how much of it repeats the one before. */
export function cacheReport(reported: ReportedRequest): CacheReport {
  return {
    points: reported.cachePoints?.() ?? cachePoints(reported.tools, reported.layout()),
    ...(reported.prefix && { prefix: reported.prefix() }),
  }
}
