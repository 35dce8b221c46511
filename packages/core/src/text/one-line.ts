/** Puts external text on one terminal line: no control characters, line breaks or bidirectional overrides. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}
