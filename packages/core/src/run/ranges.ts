import type { RunState } from '../contract/run.ts'

type Ranges = RunState['kept']

/** Returns positions as ranges. From the end of the last one on everything is sent: without any, from the session's end. */
export function rangesOf(positions: readonly number[], length: number): Ranges {
  const ranges: [number, number][] = []
  for (const position of positions.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === position) last[1]++
    else ranges.push([position, position + 1])
  }
  return ranges.length > 0 ? ranges : [[length, length]]
}

/** Checks whether the message at a position is sent: it is in a range, or after the last one. */
export function isSent(position: number, kept: Ranges): boolean {
  const last = kept.at(-1)
  return (last !== undefined && position >= last[1]) || isIn(kept, position)
}

export function isIn(ranges: Ranges, position: number): boolean {
  return ranges.some(([start, end]) => start <= position && position < end)
}
