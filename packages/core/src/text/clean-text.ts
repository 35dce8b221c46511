/** Control characters other than tab and line feed, line separators of all kinds, and lone surrogates. */
const unclean = /[^\P{Cc}\t\n]|[\u2028\u2029\p{Cs}]/u
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const control = /[^\P{Cc}\t\n]/gu
const loneSurrogate = /\p{Cs}/gu

/**
 * Normalizes a text: `\n` is the only line break, control characters except tab are removed, and lone surrogates, which
 * providers reject, become U+FFFD. Any character that some reader accepts as a line break counts as one, so indenting
 * line by line misses none.
 *
 * @example
 * cleanText('one\r\ntwo\u0000') // 'one\ntwo'
 */
export function cleanText(text: string): string {
  if (!unclean.test(text)) return text
  return text.replace(lineBreak, '\n').replace(control, '').replace(loneSurrogate, '\ufffd')
}
