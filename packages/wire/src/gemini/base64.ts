const alphabet = /^[A-Za-z0-9+/_-]*={0,2}$/

/**
 * Whether a text is base64, of either alphabet, with or without padding. Anything else is refused: "Base64 decoding failed"
 * (crmne/ruby_llm#521). A rest of one character cannot be decoded.
 */
export function isBase64(text: string): boolean {
  if (!alphabet.test(text)) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length - padding) % 4 !== 1
}
