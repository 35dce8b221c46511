import { cleanText, escapeReservedTags } from '@lamella/core/plugin'

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
