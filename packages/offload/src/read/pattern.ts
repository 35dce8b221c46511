/** Finds a pattern in a line. */
export interface Pattern {
  /** Returns where the first match begins; -1 if there is none. Linear in the length of the text. */
  find(text: string): number
}

const special = /[\\^$.*+?()[\]{}|]/

/**
 * Compiles a regular expression in RE2's syntax: no pattern takes more than linear time, so a model's cannot stop a process.
 * A pattern without special characters is looked for as it is.
 *
 * @returns a sentence for the model if the pattern is invalid
 */
export async function compilePattern(pattern: string): Promise<Pattern | string> {
  if (!special.test(pattern)) return { find: (text) => text.indexOf(pattern) }
  const { RE2JS } = await import('re2js')
  try {
    const compiled = RE2JS.compile(pattern)
    return {
      find: (text) => {
        if (!compiled.test(text)) return -1
        const matcher = compiled.matcher(text)
        return matcher.find() ? matcher.start() : 0
      },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it is invalid'
    return `pattern is not a regular expression in RE2 syntax: ${reason}. Lookaheads and back references are not available; put a backslash before a character to look for itself.`
  }
}
