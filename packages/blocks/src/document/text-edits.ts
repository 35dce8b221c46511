/** Puts `insert` in the place of `remove` UTF-16 units at `at`. */
export interface TextEdit {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

/** More differing words than these, and what is between the first and the last of them is replaced as one. */
const mostDifferences = 200

/** Runs of spaces, words, single signs. Where words have no spaces between them, a sign is a word. */
const words = /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+|./gsu

/** How far a difference is widened to the words it stands in. */
const reach = 50

/**
 * The edits that make one text another: by words, so that edits of two replicas, merged, are not mixed inside one word. They
 * are in the positions of `before`, the last one first, so that each can be made as it is. Linear in the lengths: a general
 * difference (Myers 1986, "An O(ND) difference algorithm") is looked for only as long as it is small.
 */
export function textEdits(before: string, after: string): readonly TextEdit[] {
  if (before === after) return []
  const shared = Math.min(before.length, after.length)
  let start = 0
  while (start < shared && before[start] === after[start]) start++
  start = wordStart(before, start)
  let end = 0
  while (end < shared - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  end = wordEnd(before, before.length - end, start)
  const old = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  const spans = old === '' || fresh === '' ? undefined : differences(old.match(words) ?? [], fresh.match(words) ?? [])
  if (spans === undefined) return [{ at: start, remove: old.length, insert: fresh }]
  return spans.map(({ at, remove, insert }) => ({ at: start + at, remove, insert }))
}

function isWord(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{M}\p{N}_\uD800-\uDFFF]/u.test(unit)
}

/** The start of the word that a position is in, if it is near. Never between the halves of a surrogate pair. */
function wordStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < reach && isWord(text[start - 1])) start--
  return at - start < reach ? start : at - (isHigh(text, at - 1) ? 1 : 0)
}

/** How many units from the end are behind the word that a position is in. */
function wordEnd(text: string, at: number, least: number): number {
  let end = Math.max(at, least)
  const from = end
  while (end < text.length && end - from < reach && isWord(text[end])) end++
  if (end - from >= reach) end = from + (isLow(text, from) ? 1 : 0)
  return text.length - end
}

function isHigh(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit < 0xe000
}

/** The edits between two lists of words, the last one first, or `undefined` where there are too many of them. */
function differences(old: readonly string[], fresh: readonly string[]): readonly TextEdit[] | undefined {
  const reached = search(old, fresh)
  if (reached === undefined) return undefined
  const starts = offsets(old)
  const edits: TextEdit[] = []
  let x = old.length
  let y = fresh.length
  // Up to where the words differ, from x and y on.
  let toX = x
  let toY = y
  const close = (): void => {
    const at = starts[x] ?? 0
    if (toX > x || toY > y) edits.push({ at, remove: (starts[toX] ?? 0) - at, insert: fresh.slice(y, toY).join('') })
  }
  for (let depth = reached.length - 1; depth > 0; depth--) {
    const [fromX, isDown] = cameFrom(reached[depth - 1], depth, x - y)
    const fromY = isDown ? fromX - (x - y) - 1 : fromX - (x - y) + 1
    // Behind the one differing word there may be equal ones.
    const afterX = isDown ? fromX : fromX + 1
    if (afterX < x) {
      close()
      toX = afterX
      toY = afterX - (x - y)
    }
    x = fromX
    y = fromY
  }
  close()
  return edits
}

/** How many words of `old` are behind, by diagonal (words of `old` less words of `fresh`), after 0, 1, 2 … differences. */
function search(old: readonly string[], fresh: readonly string[]): readonly Int32Array[] | undefined {
  const reached: Int32Array[] = []
  for (let depth = 0; depth <= mostDifferences; depth++) {
    const row = new Int32Array(2 * depth + 1).fill(-1)
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const [from, isDown] = depth === 0 ? [0, true] : cameFrom(reached[depth - 1], depth, diagonal)
      let x = isDown ? from : from + 1
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x++
      row[diagonal + depth] = x
      if (x >= old.length && x - diagonal >= fresh.length) return [...reached, row]
    }
    reached.push(row)
  }
  return undefined
}

/** Where a diagonal was reached from, in words of `old`, and whether by a word of `fresh` (down) or by leaving one out. */
function cameFrom(row: Int32Array | undefined, depth: number, diagonal: number): readonly [number, boolean] {
  const at = (one: number): number => row?.[one + depth - 1] ?? -1
  const isDown = diagonal === -depth || (diagonal !== depth && at(diagonal - 1) < at(diagonal + 1))
  return [isDown ? at(diagonal + 1) : at(diagonal - 1), isDown]
}

function offsets(list: readonly string[]): readonly number[] {
  const starts = [0]
  for (const word of list) starts.push((starts.at(-1) ?? 0) + word.length)
  return starts
}
