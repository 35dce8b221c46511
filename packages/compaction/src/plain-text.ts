import { cleanText, withoutData } from '@lamella/core/plugin'

/** Returns a text without binary data, such as pictures as base64. */
export function bareText(text: string): string {
  return withoutData(text, () => ' ')
}

/** Characters that change the direction of a text, or are not seen. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Returns a text on one line, without characters that are not seen. */
export function cleanLine(text: string): string {
  return cleanText(text.replace(unseen, '')).replace(/\s+/gu, ' ').trim()
}

/** Returns a text without the characters at its end that a test finds. A loop, since an expression would look from each place. */
export function withoutEnd(text: string, isEnd: (character: string) => boolean): string {
  let end = text.length
  while (end > 0 && isEnd(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
