/** The most characters of a text that are read. */
export const mostOfText = 4_000

/** Returns a name with spaces between its parts. */
export function spaced(name: string): string {
  return cut(name).replace(/[_.\-/:]+/g, ' ')
}

/** Where a sentence ends. */
const ends = /(?<=[.!?])\s+|\n+/

/** Returns the sentences of a text, each once. */
export function sentencesOf(text: string): readonly string[] {
  const all = cut(text).split(ends)
  return all.length === 1 ? all : [...new Set(all)]
}

export function cut(text: string): string {
  return text.length > mostOfText ? text.slice(0, mostOfText) : text
}

/** Returns a name without its spelling: `github__createIssue` and `github.create_issue` are the same. */
export function nameKey(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
}
