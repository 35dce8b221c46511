import type { RunState } from '../contract/run.ts'

type Ranges = RunState['kept']

export function joined(positions: readonly number[]): Ranges {
  const ranges: [number, number][] = []
  for (const position of positions.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === position) last[1]++
    else ranges.push([position, position + 1])
  }
  return ranges
}

/** Returns positions as ranges. From the end of the last one on everything is sent: without any, from the session's end. */
export function rangesOf(positions: readonly number[], length: number = 0): Ranges {
  return positions.length > 0 ? joined(positions) : [[length, length]]
}

/**
 * Returns the ranges of an epoch's first request. Messages after the last one shown that gave way stay in a range, with an
 * empty form; those that no layer returned are in none, so that later requests do not send them.
 *
 * @param shown The positions of the messages that are shown.
 * @param returned The positions of those that layers returned.
 */
export function rangesOfEpoch(shown: readonly number[], returned: readonly number[], length: number): Ranges {
  if (shown.length === 0) return rangesOf(shown, length)
  const last = shown.reduce((most, position) => Math.max(most, position), 0)
  const ranges = rangesOf([...shown, ...new Set(returned.filter((position) => position > last))], length)
  return (ranges.at(-1)?.[1] ?? 0) < length ? [...ranges, [length, length]] : ranges
}

/** Returns the positions that the requests of a run sent, all ranges closed; `undefined` if it has sent nothing. */
export function sentRanges({ kept, marks }: RunState, length: number): Ranges | undefined {
  const end = Math.min(length, marks.at(-1)?.at ?? 0)
  const ranges = kept.map(([start, to], index) => [start, index === kept.length - 1 ? end : Math.min(to, end)] as const)
  const sent = ranges.filter(([start, to]) => start < to)
  return sent.length > 0 ? sent : undefined
}

/** Checks whether the message at a position is sent: it is in a range, or after the last one. */
export function isSent(position: number, kept: Ranges): boolean {
  const last = kept.at(-1)
  return (last !== undefined && position >= last[1]) || isIn(kept, position)
}

export function isIn(ranges: Ranges, position: number): boolean {
  return ranges.some(([start, end]) => start <= position && position < end)
}

/** Returns the parts of a range that are not in others, which are in order. */
export function without([start, end]: Ranges[number], others: Ranges): Ranges {
  const parts: Ranges[number][] = []
  let at = start
  for (const [from, to] of others) {
    if (to <= at) continue
    if (from >= end) break
    if (from > at) parts.push([at, from])
    at = to
  }
  return at < end ? [...parts, [at, end]] : parts
}
