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

/** Some SDKs write base64 for addresses, or without padding, which no other provider takes. */
export function standardBase64(text: string): string {
  if (text.length % 4 === 0 && !/[-_]/.test(text)) return text
  let end = text.length
  while (text[end - 1] === '=') end--
  const standard = text.slice(0, end).replaceAll('-', '+').replaceAll('_', '/')
  return standard.padEnd(Math.ceil(end / 4) * 4, '=')
}
