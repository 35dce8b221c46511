/** Lines that YAML of a front matter is made of: keys, what is indented below them, list items, comments, nothing. */
const yamlLine = /^(?:[\w-]+:(?:\s.*)?|\s+(?:\S.*)?|-\s.*|#.*|)$/

/**
 * The text without a front matter at its beginning: that speaks to programs, not to the model. What is not plainly one
 * (a rule `---` over a paragraph, say) stays. Nothing of it is parsed or run.
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
