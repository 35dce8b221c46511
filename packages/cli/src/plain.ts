/**
 * Returns untrusted text for one line of a terminal: no control characters, no line breaks, and no bidirectional
 * overrides, so that a name cannot pass for another one.
 */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/**
 * Formats JSON for people and programs: indented, with the characters escaped that JSON allows but a terminal
 * interprets.
 */
export function toJson(value: unknown): string {
  return escapeControls(JSON.stringify(value, null, 2))
}

/** Escapes the characters in JSON that a terminal interprets: control characters, and bidirectional overrides. */
export function escapeControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
