/**
 * White space and characters that may be invisible: control and format characters, marks, fillers, and Unicode's
 * default-ignorable ones. A model may recognize a tag even with some of these inside it.
 */
const unseen = '[\\s\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{M}\\p{DI}\\u2800]'

const anyUnseen = new RegExp(unseen, 'gu')

/** Returns a text without white space and invisible characters: only for comparison, never for display. */
export function seenText(text: string): string {
  return text.replace(anyUnseen, '')
}

/**
 * Returns a function that escapes what opens or closes a tag: its `<` becomes `&lt;`. It recognizes the tag in any case, with any
 * invisible characters between its letters. It visits each gap once, so its time is linear in the text.
 *
 * @param name Letters.
 * @param end What must follow the name, as the source of a pattern.
 * @example
 * tagEscaper('note', '>')('</no\u200bte>') // '&lt;/no\u200bte>'
 */
export function tagEscaper(name: string, end: string): (text: string) => string {
  // Created for the first text with a `<`: it takes two milliseconds, and most programs never need it.
  let opening: RegExp | undefined
  return (text) => {
    if (!text.includes('<')) return text
    opening ??= openingOf(name, end)
    return text.replace(opening, '&lt;')
  }
}

function openingOf(name: string, end: string): RegExp {
  const letters = [...name].join(`${unseen}*`)
  return new RegExp(`<(?=${unseen}*(?:/${unseen}*)?${letters}${unseen}*${end})`, 'giu')
}
