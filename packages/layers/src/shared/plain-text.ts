import { escapeReservedTags, withoutData } from '@lamella/core/plugin'

/** Control characters other than tab and line feed, line separators of all kinds, and lone surrogates. */
const unclean = /[^\P{Cc}\t\n]|[\u2028\u2029\p{Cs}]/u
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const control = /[^\P{Cc}\t\n]/gu
const loneSurrogate = /\p{Cs}/gu

/**
 * Normalizes a text: `\n` is the only line break, control characters except tab are removed, and lone surrogates, which
 * providers reject, become U+FFFD. Any character that some reader accepts as a line break counts as one, so indenting
 * line by line misses none.
 */
export function cleanText(text: string): string {
  if (!unclean.test(text)) return text
  return text.replace(lineBreak, '\n').replace(control, '').replace(loneSurrogate, '\ufffd')
}

/** Returns a text without binary data, such as pictures as base64. */
export function bareText(text: string): string {
  return withoutData(text, () => ' ')
}

/** Returns the text on one line: runs of white space become one space. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim()
}

/** Removes blank lines before a text and white space after it. */
export function trimLines(text: string): string {
  const end = text.trimEnd()
  const start = end.length - end.trimStart().length
  return end.slice(end.lastIndexOf('\n', start) + 1)
}

/** Puts `by` before each non-empty line. */
export function indent(text: string, by: string): string {
  return cleanText(text)
    .split('\n')
    .map((line) => (line === '' ? '' : by + line))
    .join('\n')
}

/**
 * Formats the text as a Markdown list item: `- ` before its first line, two spaces before all others. No line of the
 * text starts at column 0 and reserved tags are escaped, so the text cannot look like the end of the list, whatever it
 * contains.
 */
export function listItem(text: string): string {
  return `- ${escapeReservedTags(indent(text.trim(), '  ').trimStart())}`
}
