/** A digest of 64 bits of a text, chained to the one before it. FNV-1a in two lanes: for tests, not for security. */
export function digest(before: string, text: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c]
  for (const part of [before, '\n', text]) {
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x85ebca6b)
      b ^= b >>> 13
    }
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
