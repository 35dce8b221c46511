import { bareText, cleanLine } from '../plain-text.ts'
import { betweenSentences } from '../scripts.ts'

/** A full stop after a letter, or after a short word with a capital inside a sentence, ends none: J., e.g., Dr.; nor one after a day. */
const abbreviation = /(?:(?:^|[\s(.])\p{L}|\s\p{Lu}\p{Ll}{1,2}|(?<!\p{N}|\p{N}[.,:/-])\p{N}{1,2})\.$/u

/**
 * Splits a text into sentences, each on one line. Code between fences and binary data are left out. A full stop after a day such as
 * `13.`, as many languages write it, ends none.
 */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = []
  for (const line of withoutCode(bareText(text)).split(/[\r\n\v\f\u0085\u2028\u2029]/)) {
    let sentence = ''
    for (const piece of line.split(betweenSentences)) {
      sentence = sentence === '' ? piece : `${sentence} ${piece}`
      if (abbreviation.test(sentence)) continue
      add(sentence)
      sentence = ''
    }
    add(sentence)
  }
  return sentences

  function add(sentence: string): void {
    const clean = cleanLine(sentence).replace(/^([-*+•>]\s+|#{1,6}\s+|\d{1,3}[.)]\s+)+/, '')
    if (/[\p{L}\p{N}]/u.test(clean)) sentences.push(withoutNumber(clean))
  }
}

/** A number in front of a line would look like that of its message. */
export function withoutNumber(line: string): string {
  return line.replace(/^#(?=\d)/, 'No. ')
}

function withoutCode(text: string): string {
  if (!text.includes('```')) return text
  return text
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .join('\n')
}
