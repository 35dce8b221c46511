/** A request as it was estimated, and as the provider counted it. */
interface ScalePoint {
  readonly estimated: number
  readonly counted: number
}

/**
 * How a provider counts the requests of a session: `head` tokens that each of them has and the estimate does not, such as the
 * system prompt and the tools, and `factor` for each estimated one.
 */
interface Scale {
  readonly head: number
  readonly factor: number
}

/**
 * Fits a line through requests, by least squares. A line that would need a negative head goes through zero; where sizes do not
 * differ, or do not grow with the estimate, the estimate counts as it is and what is above it is the head.
 */
export function scaleOf(points: readonly ScalePoint[]): Scale {
  const mean = (value: (point: ScalePoint) => number): number =>
    points.reduce((sum, point) => sum + value(point), 0) / Math.max(1, points.length)
  const [estimated, counted] = [mean((point) => point.estimated), mean((point) => point.counted)]
  const spread = mean((point) => (point.estimated - estimated) ** 2)
  const factor = spread > 0 ? mean((point) => (point.estimated - estimated) * (point.counted - counted)) / spread : 0
  const head = counted - factor * estimated
  if (factor > 0 && head >= 0) return { head: Math.round(head), factor }
  if (counted >= estimated) return { head: Math.round(counted - estimated), factor: 1 }
  return { head: 0, factor: estimated > 0 && counted > 0 ? counted / estimated : 1 }
}
