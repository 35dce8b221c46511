interface Fitting {
  readonly maxTokens: number
  readonly count: (text: string) => number
  /** Renders the first items, up to `end`. */
  readonly render: (end: number) => string
}

/** Renders as many of the first items as fit, found by halves; '' if not even one does. */
export function longestThatFits(items: number, { maxTokens, count, render }: Fitting): string {
  let best = ''
  let [low, high] = [1, Math.min(items, maxTokens)]
  while (low <= high) {
    const middle = (low + high) >> 1
    const text = render(middle)
    if (count(text) <= maxTokens) {
      best = text
      low = middle + 1
    } else high = middle - 1
  }
  return best
}
