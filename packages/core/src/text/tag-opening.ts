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
 * Returns a pattern for the `<` of a tag, opening or closing, in any case, with any invisible characters between its
 * letters. It visits each gap once, so its time is linear in the text.
 *
 * @param name Letters.
 * @param end What must follow the name, as the source of a pattern.
 * @example
 * '</no\u200bte>'.replace(tagOpening('note', '>'), '&lt;') // '&lt;/no\u200bte>'
 */
export function tagOpening(name: string, end: string): RegExp {
  const letters = [...name].join(`${unseen}*`)
  return new RegExp(`<(?=${unseen}*(?:/${unseen}*)?${letters}${unseen}*${end})`, 'giu')
}
