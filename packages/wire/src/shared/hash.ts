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

/**
 * Returns a name that begins with a text and ends with a hash of the one that it replaces.
 *
 * @param taken Names that it must not be.
 */
export function hashedName(start: string, replaced: string, taken: { has(name: string): boolean }): string {
  let name = `${start}${shortHash(replaced)}`
  for (let round = 1; taken.has(name); round++) name = `${start}${shortHash(`${replaced}#${round}`)}`
  return name
}
