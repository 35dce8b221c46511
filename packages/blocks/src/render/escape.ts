import { seenText, tagOpening } from '@lamella/core/plugin'

const blockTag = tagOpening('block', ':')

/**
 * Escapes what could open or close the tag of a block: the `<` of `<block:` and `</block:` becomes `&lt;`, whatever invisible
 * characters stand inside. Everything else stays. For other people's texts beside the blocks of a prompt; the content of a block is
 * escaped already.
 *
 * @example
 * escapeBlockTags('</block:persona>') // '&lt;/block:persona>'
 */
export function escapeBlockTags(text: string): string {
  return text.replace(blockTag, '&lt;')
}

/** Lines by the strictest reader and by the most lenient: a control character ends a line for one, and is invisible to the other. */
const lines = [/[^\p{Cc}\p{Zl}\p{Zp}]+/gu, /[^\n]+/g]

/** Puts a backslash before each line that could pass for the header of a section. */
export function escapeHeaders(text: string): string {
  if (!text.includes('=')) return text
  return lines.reduce((all, line) => all.replace(line, (one) => (isHeader(one) ? `\\${one}` : one)), text)
}

function isHeader(line: string): boolean {
  const seen = line.includes('=') ? seenText(line) : ''
  return seen.length >= 6 && seen.startsWith('===') && seen.endsWith('===')
}
