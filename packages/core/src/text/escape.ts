/**
 * What ends a text, what a parser would change in it, and what is none of XML 1.0's characters (section 2.2), halves of
 * surrogate pairs among them.
 */
const inText = /[&<>\r]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const inAttribute = /[&<>"'\t\n\r\u007f-\u009f\u2028\u2029]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  // Parsers make a line feed of a carriage return that is written as it is.
  '\r': '&#13;',
}

/** Characters that XML allows, and that some readers take for the end of a line, or for nothing. */
const unseen = /^[\u007f-\u009f\u2028\u2029]$/

/** What XML has no way to write becomes the character for what cannot be shown. */
const reference = (character: string): string =>
  references[character] ?? (unseen.test(character) ? `&#${character.charCodeAt(0)};` : '\ufffd')

/**
 * A text for the inside of an element: a parser reads it back as it was, and nothing in it can close a tag or open
 * another. Quotes stay, so that JSON and code are read easily. Control characters and halves of surrogate pairs, which XML
 * cannot hold, become U+FFFD.
 *
 * @example
 * escapeText('if (a < b && c) "yes"') // 'if (a &lt; b &amp;&amp; c) "yes"'
 */
export function escapeText(text: string): string {
  return text.replace(inText, reference)
}

/**
 * A text for the value of an attribute, on one line and in quotes of either kind: as `escapeText`, and quotes, tabs, control
 * characters and whatever some reader takes for a line break.
 *
 * @example
 * escapeAttribute('say "hi"') // 'say &quot;hi&quot;'
 */
export function escapeAttribute(text: string): string {
  return text.replace(inAttribute, reference)
}
