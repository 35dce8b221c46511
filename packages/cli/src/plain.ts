/**
 * Text of others on one line of a terminal: no control characters, no line breaks, and none of the characters that turn the
 * direction of what follows, so that a name cannot show itself as another one.
 */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/**
 * JSON for people and programs: indented, and with the control characters escaped that JSON allows but a terminal obeys.
 */
export function toJson(value: unknown): string {
  return escapeControls(JSON.stringify(value, null, 2))
}

/** The same JSON, with the control characters escaped that a terminal obeys. */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
}
