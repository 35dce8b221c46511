import type { LoroText } from 'loro-crdt'
import { badValue, checkText } from './check-value.ts'
import type { Part } from './roots.ts'
import { textEdits } from './text-edits.ts'

/** Makes the text another one by the edits of its words. */
export function setText(part: Part, text: unknown): void {
  const target = part.roots.text()
  edit(target, target.toString(), checkText('text', text))
}

export function appendText(part: Part, text: unknown): void {
  const target = part.roots.text()
  target.insert(target.length, checkText('text', text))
}

/** Replaces the first occurrence; whether there was one. */
export function replaceText(part: Part, old: unknown, replacement: unknown): boolean {
  const wanted = checkText('old', old)
  const fresh = checkText('replacement', replacement)
  if (wanted === '') throw badValue('old', 'is empty, and every place would be one to find it at')
  const target = part.roots.text()
  // Both are well formed, so that no place found is inside a character.
  const at = target.toString().indexOf(wanted)
  if (at >= 0) edit(target, wanted, fresh, at)
  return at >= 0
}

/** Makes `before`, which stands at `start`, into `after`. */
export function edit(target: LoroText, before: string, after: string, start = 0): void {
  for (const { at, remove, insert } of textEdits(before, after)) {
    if (remove > 0) target.delete(start + at, remove)
    if (insert !== '') target.insert(start + at, insert)
  }
}
