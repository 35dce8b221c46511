/**
 * White space, and what a reader may not see at all: control and format characters, marks, fillers, and what Unicode calls
 * default-ignorable. A model may read a tag although some of these stand inside of it.
 */
const unseen = '[\\s\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{M}\\p{DI}\\u2800]'

const anyUnseen = new RegExp(unseen, 'gu')

/** A text without white space and without what a reader may not see: only to be compared, never to be shown. */
export function seenText(text: string): string {
  return text.replace(anyUnseen, '')
}

/**
 * A pattern for the `<` of a tag, opening or closing, in any case, whatever unseen characters stand between its letters. It looks
 * at each gap once, so its time follows the text.
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
