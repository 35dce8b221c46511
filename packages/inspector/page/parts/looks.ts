import type { BarPart } from '../../src/model/window-bar.ts'

/** How many colours there are for layers, of Okabe and Ito's palette, and how many patterns over one. */
const colours = 8
const patterns = 3

/** Returns the colour of a name: the same in every recording, whatever is beside it. FNV-1a, which spreads short names well. */
export function colourOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return ((hash ^ (hash >>> 17)) >>> 0) % colours
}

/** Returns the class of each part by its name. Those of one colour differ by a pattern, in the order in which they are given. */
export function looksOf(names: readonly string[]): ReadonlyMap<string, string> {
  const used = new Map<number, number>()
  const looks = new Map<string, string>()
  for (const name of names) {
    if (looks.has(name)) continue
    const colour = colourOf(name)
    const before = used.get(colour) ?? 0
    used.set(colour, before + 1)
    looks.set(name, `look-${colour}${before > 0 ? ` pattern-${before % patterns}` : ''}`)
  }
  return looks
}

/** Returns the class of a part of a window. */
export function lookOf({ kind, name }: Pick<BarPart, 'kind' | 'name'>, looks: ReadonlyMap<string, string>): string {
  return kind === 'layer' ? (looks.get(name) ?? 'look-7') : `look-${kind}`
}
