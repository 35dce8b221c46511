import { outOfPair } from '../pieces.ts'

/** One page of a text that is written piece by piece. Only the page is held. */
export interface Paged {
  add(text: string): void
  /** The text of the page, and the number of pages. */
  result(): { readonly text: string; readonly pages: number }
}

/** Collects one page, from 1, of what is added, with at most `size` UTF-16 units in each. */
export function createPaged(page: number, size: number): Paged {
  // One unit more on each side, to see whether a surrogate pair is there.
  const [from, to] = [Math.max(0, (page - 1) * size - 1), page * size + 1]
  let [held, total] = ['', 0]
  return {
    add: (text) => {
      const [start, end] = [from - total, to - total]
      if (end > 0 && start < text.length) held += text.slice(Math.max(0, start), end)
      total += text.length
    },
    result: () => {
      const lead = page === 1 ? 0 : 1
      const start = outOfPair(held, lead)
      const end = total <= page * size ? held.length : outOfPair(held, lead + size)
      return { text: held.slice(start, end), pages: Math.max(1, Math.ceil(total / size)) }
    },
  }
}
