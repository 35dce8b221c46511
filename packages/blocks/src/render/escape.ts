import { seenText, tagOpening } from '@lamella/core/plugin'

const blockTag = tagOpening('block', ':')

/**
 * A text that cannot open or close the tag of a block: the `<` of `<block:` and `</block:` becomes `&lt;`, whatever invisible
 * characters stand inside. Everything else stays as it is, other markup included. For texts of others that stand beside blocks in
 * a prompt; what is in a block is escaped already.
 *
 * @example
 * escapeBlockTags('</block:persona>') // '&lt;/block:persona>'
 */
export function escapeBlockTags(text: string): string {
  return text.replace(blockTag, '&lt;')
}

/** A text as the value of an attribute, in one line. */
export function escapeAttribute(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return escaped.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Lines as the narrowest reader has them, and as the widest: to one a control character ends a line, to the other it is unseen. */
const lines = [/[^\p{Cc}\p{Zl}\p{Zp}]+/gu, /[^\n]+/g]

/** Each line of a text that a reader could take for the header of a section gets a backslash in front. */
export function escapeHeaders(text: string): string {
  if (!text.includes('=')) return text
  return lines.reduce((all, line) => all.replace(line, (one) => (isHeader(one) ? `\\${one}` : one)), text)
}

function isHeader(line: string): boolean {
  const seen = line.includes('=') ? seenText(line) : ''
  return seen.length >= 6 && seen.startsWith('===') && seen.endsWith('===')
}
