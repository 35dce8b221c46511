import type { LoroText } from 'loro-crdt'
import { badValue, checkText } from './check-value.ts'
import type { Part } from './parts.ts'
import { textEdits } from './text-edits.ts'

export function setText(part: Part, [text]: readonly unknown[]): void {
  const target = part.roots.text()
  editText(target, target.toString(), checkText('text', text))
}

export function appendText(part: Part, [text]: readonly unknown[]): void {
  const target = part.roots.text()
  target.insert(target.length, checkText('text', text))
}

export function getText(part: Part): string {
  return part.roots.text().toString()
}

export function replaceText(part: Part, [old, replacement]: readonly unknown[]): boolean {
  const wanted = checkText('old', old)
  const fresh = checkText('replacement', replacement)
  if (wanted === '') throw badValue('old', 'is empty')
  const target = part.roots.text()
  const text = target.toString()
  const form = forms.find((one) => text.includes(one(wanted)))
  // All texts are well formed, so a match never starts inside a character.
  if (form !== undefined) editText(target, form(wanted), form(fresh), text.indexOf(form(wanted)))
  return form !== undefined
}

/** The forms in which a text may have what a model writes with line breaks of one character and with composed letters. */
const forms: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/\r?\n/g, '\r\n'),
  (text) => text.normalize('NFD'),
]

/** Turns `before`, which begins at `start`, into `after`, changing only the words that differ. */
export function editText(target: LoroText, before: string, after: string, start = 0): void {
  for (const { at, remove, insert } of textEdits(before, after)) {
    if (remove > 0) target.delete(start + at, remove)
    if (insert !== '') target.insert(start + at, insert)
  }
}
