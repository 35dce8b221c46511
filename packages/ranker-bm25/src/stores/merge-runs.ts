/**
 * Returns the place of each item in their order. The items consist of runs that are in order already: few of them are merged in
 * linear time.
 *
 * @param starts Where each run begins, ascending from 0.
 * @param compare As for `Array.sort`, of two items.
 */
export function mergeRuns(
  size: number,
  starts: readonly number[],
  compare: (a: number, b: number) => number,
): Int32Array {
  let items = new Int32Array(size)
  for (let item = 0; item < size; item++) items[item] = item
  let into = new Int32Array(size)
  let runs = [...starts, size]
  while (runs.length > 2) {
    const merged: number[] = []
    for (let run = 0; run + 1 < runs.length; run += 2) {
      const [start, middle] = [runs[run] as number, runs[run + 1] as number]
      const end = runs[run + 2] ?? middle
      merge(items, into, start, middle, end, compare)
      merged.push(start)
    }
    runs = [...merged, size]
    const previous = items
    items = into
    into = previous
  }
  for (let place = 0; place < size; place++) into[items[place] as number] = place
  return into
}

/** Merges two runs that follow each other. Of equal items, those of the first come first. */
function merge(
  items: Int32Array,
  into: Int32Array,
  start: number,
  middle: number,
  end: number,
  compare: (a: number, b: number) => number,
): void {
  let [first, second] = [start, middle]
  for (let at = start; at < end; at++) {
    const takesFirst =
      second >= end || (first < middle && compare(items[first] as number, items[second] as number) <= 0)
    into[at] = items[takesFirst ? first++ : second++] as number
  }
}
