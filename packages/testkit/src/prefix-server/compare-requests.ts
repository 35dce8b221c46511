import type { RequestItem } from './request-items.ts'

/** How far a request repeats the one before it. */
export interface PrefixReport {
  /** Whether every item of the request before recurs unchanged and in order. */
  readonly extends: boolean
  /** Characters of canonical JSON that repeat the previous request, from its start. */
  readonly repeated: number
  /** Characters of canonical JSON of the whole request. */
  readonly total: number
  /** The first item that differs, and its first differing character. */
  readonly brokenAt?: { readonly path: string; readonly character: number }
}

/** Compares two requests item by item. */
export function compareRequests(before: readonly RequestItem[], now: readonly RequestItem[]): PrefixReport {
  const total = now.reduce((sum, { text }) => sum + text.length, 0)
  let repeated = 0
  for (const [index, item] of before.entries()) {
    const other = now[index]
    if (other?.text === item.text) {
      repeated += item.text.length
      continue
    }
    const character = other ? commonLength(item.text, other.text) : 0
    return {
      extends: false,
      repeated: repeated + character,
      total,
      brokenAt: { path: other?.path ?? item.path, character },
    }
  }
  return { extends: true, repeated, total }
}

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
