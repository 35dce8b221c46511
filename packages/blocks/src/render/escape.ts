/** `<` in front of `block:` or `/block:`, whatever invisible stands between. One look at each gap: linear. */
const blockTag = /<(?=[\s\p{Cf}]*(?:\/[\s\p{Cf}]*)?block[\s\p{Cf}]*:)/giu

/**
 * A text that cannot open or close the tag of a block: the `<` of `<block:` and `</block:` becomes `&lt;`. Everything else stays
 * as it is, other markup included. For texts of others that stand beside blocks in a prompt; what is in a block is escaped
 * already.
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
