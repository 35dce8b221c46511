import { escapeLookalikes } from './tag-escaper.ts'

/**
 * Matches characters that end a text, that a parser would change, or that XML 1.0 does not allow (section 2.2),
 * including halves of surrogate pairs.
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
  // Parsers turn a literal carriage return into a line feed.
  '\r': '&#13;',
}

/** Characters that XML allows, but that some readers treat as a line end or ignore. */
const unseen = /^[\u007f-\u009f\u2028\u2029]$/

/** The replacement for characters that XML cannot represent. */
const reference = (character: string): string =>
  references[character] ?? (unseen.test(character) ? `&#${character.charCodeAt(0)};` : '\ufffd')

/**
 * Escapes a text for the inside of an element: a parser reads it back unchanged, and nothing in it can close a tag or
 * open another, also not with a bracket that looks like one, such as `＜`. Quotes stay, so that JSON and code stay readable.
 * Control characters and halves of surrogate pairs, which XML does not allow, become U+FFFD.
 *
 * @example
 * escapeText('if (a < b && c) "yes"') // 'if (a &lt; b &amp;&amp; c) "yes"'
 */
export function escapeText(text: string): string {
  return escapeLookalikes(text.replace(inText, reference))
}

/**
 * Escapes a text for the value of an attribute, on one line and in quotes of either kind: like `escapeText`, plus
 * quotes, tabs, control characters and everything some reader treats as a line break.
 *
 * @example
 * escapeAttribute('say "hi"') // 'say &quot;hi&quot;'
 */
export function escapeAttribute(text: string): string {
  return escapeLookalikes(text.replace(inAttribute, reference))
}
