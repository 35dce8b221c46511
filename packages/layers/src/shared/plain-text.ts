/** Control characters other than tab and line feed, line separators of all kinds, and halves of surrogate pairs. */
const unclean = /[^\P{Cc}\t\n]|[\u2028\u2029\p{Cs}]/u
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const control = /[^\P{Cc}\t\n]/gu
const loneSurrogate = /\p{Cs}/gu

/**
 * A text whose only line break is `\n`, without control characters (tab excepted) and with U+FFFD for lone surrogates,
 * which providers refuse. Any character that some reader takes for a line break counts as one, so that what is indented
 * line by line has no line that was missed.
 */
export function cleanText(text: string): string {
  if (!unclean.test(text)) return text
  return text.replace(lineBreak, '\n').replace(control, '').replace(loneSurrogate, '\ufffd')
}

/** The text on one line: runs of white space become one space. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim()
}

/** A text without the blank lines before it and the white space after it. */
export function trimLines(text: string): string {
  const end = text.trimEnd()
  const start = end.length - end.trimStart().length
  return end.slice(end.lastIndexOf('\n', start) + 1)
}

/** Puts `by` before each line that is not empty. */
export function indent(text: string, by: string): string {
  return cleanText(text)
    .split('\n')
    .map((line) => (line === '' ? '' : by + line))
    .join('\n')
}

/**
 * The text as an item of a Markdown list: `- ` before its first line, two spaces before all others. No line of the text
 * starts at column 0, so the text cannot look like the end of the list, whatever it says.
 */
export function listItem(text: string): string {
  return `- ${indent(text.trim(), '  ').trimStart()}`
}
