const alphabet = /^[A-Za-z0-9+/_-]*={0,2}$/

/**
 * Whether a text is base64 in either alphabet, with or without padding. The API rejects anything else: "Base64 decoding
 * failed" (crmne/ruby_llm#521). A single leftover character cannot be decoded.
 */
export function isBase64(text: string): boolean {
  if (!alphabet.test(text)) return false
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length - padding) % 4 !== 1
}
