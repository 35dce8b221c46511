/** A growing binary heap of numbers, smallest first. */
export interface MinHeap {
  items: Float64Array
  size: number
}

export function createHeap(capacity: number): MinHeap {
  return { items: new Float64Array(Math.max(16, capacity)), size: 0 }
}

export function pushTo(heap: MinHeap, value: number): void {
  if (heap.size === heap.items.length) {
    const larger = new Float64Array(2 * heap.size)
    larger.set(heap.items)
    heap.items = larger
  }
  const { items } = heap
  let at = heap.size++
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = items[parent] as number
    if (above <= value) break
    items[at] = above
    at = parent
  }
  items[at] = value
}

/** Removes and returns the smallest number. The heap must not be empty. */
export function popFrom(heap: MinHeap): number {
  const { items } = heap
  const smallest = items[0] as number
  const size = --heap.size
  const last = items[size] as number
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= size) break
    if (child + 1 < size && (items[child + 1] as number) < (items[child] as number)) child++
    if ((items[child] as number) >= last) break
    items[at] = items[child] as number
    at = child
  }
  items[at] = last
  return smallest
}
