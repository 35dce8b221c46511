import { suggest } from '@lamella/core/plugin'

/** Names longer than this are no misspelling, and comparing them takes time. */
const longest = 100

/** Up to three known names that a misspelled one may have been meant to be, nearest first. */
export function nearNames(name: string, known: readonly string[]): readonly string[] {
  if (name.length > longest) return []
  const near: string[] = []
  let left = known
  while (near.length < 3) {
    const next = suggest(name, left)
    if (next === undefined) break
    near.push(next)
    left = left.filter((one) => one !== next)
  }
  return near
}
