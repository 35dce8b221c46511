/**
 * Returns a short hash of a text: eight characters, the same on every machine.
 *
 * FNV-1a over UTF-16 code units, 32 bits (draft-eastlake-fnv). The caller checks for collisions if they matter.
 */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
