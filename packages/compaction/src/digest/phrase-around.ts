import { phraseEnd, wordStart } from '../scripts.ts'

/** The most characters of a phrase, and of what is read to find it. */
const [reach, context] = [40, 160]

/**
 * Returns the words before a value in its sentence, in any language, as far as they are near: what the value is of. Where it begins
 * its sentence, the words after it.
 *
 * @param clean Leaves out of a text what must not be shown.
 */
export function phraseAround(text: string, start: number, clean: (text: string) => string = (one) => one): string {
  let before = text.slice(Math.max(0, start - context), start)
  // A secret that is cut off is not recognized.
  if (start > context) before = before.replace(wordStart, '')
  for (const { index } of before.matchAll(phraseEnd)) before = ' '.repeat(index + 1) + before.slice(index + 1)
  before = clean(before.trim())
  if (/[\p{L}\p{N}]/u.test(before))
    return before.length <= reach ? before : before.slice(-reach).replace(wordStart, '').trim()
  const after = clean(text.slice(start, start + context).replace(/^\S+/, ''))
  const [phrase = ''] = after.replace(phraseEnd, '\n').split(/[.!?;\n]/)
  return (phrase.length <= reach ? phrase : wholeWords(phrase.slice(0, reach))).trim()
}

/** Leaves out the word that is cut off at the end. */
function wholeWords(text: string): string {
  let end = text.length
  while (end > 0 && /\S/.test(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}
