/** Lines that YAML front matter consists of: keys, indented content, list items, comments, empty lines. */
const yamlLine = /^(?:[\w-]+:(?:\s.*)?|\s+(?:\S.*)?|-\s.*|#.*|)$/

/**
 * Returns the text without leading front matter, which is meant for programs, not for the model. Anything doubtful (a
 * rule `---` above a paragraph, for example) stays. The front matter is neither parsed nor run.
 *
 * @example
 * withoutFrontMatter('---\nsummary: Who you are\n---\n# Soul') // '# Soul'
 */
export function withoutFrontMatter(text: string): string {
  if (!text.startsWith('---\n')) return text
  const end = /\n---[ \t]*(?:\n|$)/.exec(text.slice(3))
  if (!end) return text
  const lines = text.slice(4, 3 + end.index).split('\n')
  if (!lines.every((line) => yamlLine.test(line)) || !lines.some((line) => /^[\w-]+:/.test(line))) return text
  return text.slice(3 + end.index + end[0].length).replace(/^\n+/, '')
}
