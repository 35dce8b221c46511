/** Numbers, of which the smallest comes out first. A binary heap. */
export class MinHeap {
  readonly #items: number[] = []

  get size(): number {
    return this.#items.length
  }

  push(value: number): void {
    const items = this.#items
    let at = items.length
    items.push(value)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent] as number
      if (above <= value) break
      items[at] = above
      at = parent
    }
    items[at] = value
  }

  /** Takes out the smallest, or `undefined` when there is none. */
  pop(): number | undefined {
    const items = this.#items
    const smallest = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return smallest
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && (items[child + 1] as number) < (items[child] as number)) child++
      if ((items[child] as number) >= last) break
      items[at] = items[child] as number
      at = child
    }
    items[at] = last
    return smallest
  }
}
