import { diffArrays } from 'diff'

/** Replaces `remove` UTF-16 units at `at` with `insert`. */
export interface TextEdit {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

/** If more words than this differ, one edit replaces everything between the first and the last of them. */
const mostDifferences = 200

/**
 * White space, words and single characters. In scripts that do not separate words by spaces, each character is a word.
 */
const words = /\s{1,50}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]{1,50}|./gsu

/**
 * Returns the edits that turn one text into another, the last one first, so that each can be applied at its position in
 * `before`. Edits replace whole words, so that merged edits of two replicas never mix a word.
 */
export function textEdits(before: string, after: string): readonly TextEdit[] {
  if (before === after) return []
  const { start, end } = sharedEnds(before, after)
  const old = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  const changes = diffArrays(old.match(words) ?? [], fresh.match(words) ?? [], { maxEditLength: mostDifferences })
  if (changes === undefined) return [{ at: start, remove: old.length, insert: fresh }]
  const edits: TextEdit[] = []
  let at = start
  let isNew = true
  for (const { value, added, removed } of changes) {
    const text = value.join('')
    const isEdit = added || removed
    if (isEdit) {
      // A replacement is a removal and an insertion at one position.
      const edit = (isNew ? undefined : edits.shift()) ?? { at, remove: 0, insert: '' }
      edits.unshift(added ? { ...edit, insert: edit.insert + text } : { ...edit, remove: edit.remove + text.length })
    }
    isNew = !isEdit
    if (!added) at += text.length
  }
  return edits
}

/** Returns how many units two texts share at the start and at the end, up to white space, so that no word is split. */
function sharedEnds(before: string, after: string): { readonly start: number; readonly end: number } {
  const shared = Math.min(before.length, after.length)
  let start = 0
  while (start < shared && before[start] === after[start]) start++
  let end = 0
  while (end < shared - start && before.at(-1 - end) === after.at(-1 - end)) end++
  while (start > 0 && !isSpace(before[start - 1])) start--
  while (end > 0 && !isSpace(before.at(-end))) end--
  return { start, end }
}

function isSpace(unit: string | undefined): boolean {
  return unit !== undefined && /\s/.test(unit)
}
