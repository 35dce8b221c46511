import { suggest } from '@lamella/core/plugin'

/** The longest name that can be a misspelling: comparing longer ones takes too much time. */
const longest = 100

/** Returns up to three known names similar to a misspelled one, closest first. */
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
