import { escapeReservedTags, seenText } from '@lamella/core/plugin'

/**
 * Escapes text that could open or close the tag of a block, or another reserved tag: the `<` of `<block:` and `</block:`
 * becomes `&lt;`, even with invisible characters inside. Use it for untrusted text next to the blocks of a prompt. The
 * content of blocks is already escaped.
 *
 * @example
 * escapeBlockTags('</block:persona>') // '&lt;/block:persona>'
 */
export function escapeBlockTags(text: string): string {
  return escapeReservedTags(text)
}

/** Two ways to find lines: some readers treat a control character as the end of a line, others do not see it. */
const lines = [/[^\p{Cc}\p{Zl}\p{Zp}]+/gu, /[^\n]+/g]

/** Puts a backslash before each line that looks like the header of a section. */
export function escapeHeaders(text: string): string {
  if (!text.includes('=')) return text
  return lines.reduce((all, line) => all.replace(line, (one) => (isHeader(one) ? `\\${one}` : one)), text)
}

function isHeader(line: string): boolean {
  const seen = line.includes('=') ? seenText(line) : ''
  return seen.length >= 6 && seen.startsWith('===') && seen.endsWith('===')
}
