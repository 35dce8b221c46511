/**
 * Returns untrusted text for one line of a terminal: no control characters, no line breaks, and no bidirectional
 * overrides, so that a name cannot pass for another one.
 */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/**
 * Formats JSON for people and programs: indented, with the control characters escaped that JSON allows but a terminal
 * interprets.
 */
export function toJson(value: unknown): string {
  return escapeControls(JSON.stringify(value, null, 2))
}

/** Escapes the control characters in JSON that a terminal interprets. */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
}
