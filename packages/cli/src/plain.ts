/** Text of others on one line of a terminal: no control characters, no line breaks. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

/**
 * JSON for people and programs: indented, and with the control characters escaped that JSON allows but a terminal obeys.
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
}
