/** Finds a pattern in a text. */
export interface Pattern {
  /** The most steps that a search takes for one character. */
  readonly states: number
  /** Returns where the first match begins that is not before an index; -1 if there is none. */
  find(text: string, from: number): number
}

const special = /[\\^$.*+?()[\]{}|]/

/**
 * The most states of a pattern. RE2 takes linear time in the length of a text, but times the states: counted repetitions
 * multiply them.
 */
const mostStates = 500

/**
 * Compiles a regular expression in RE2's syntax, with a bound on its states: so the work for a character is bounded, too.
 * A pattern without special characters is looked for as it is.
 *
 * @returns a sentence for the model if the pattern is invalid or too large
 */
export async function compilePattern(pattern: string): Promise<Pattern | string> {
  if (!special.test(pattern)) return { states: 1, find: (text, from) => text.indexOf(pattern, from) }
  // Before it is compiled: that takes time for each state, too.
  if (expandedSize(pattern) > mostStates) {
    return 'pattern is too large: its repetitions multiply each other. Use smaller counts, or * and +.'
  }
  const { RE2JS } = await import('re2js')
  try {
    const compiled = RE2JS.compile(pattern)
    return {
      states: compiled.programSize(),
      find: (text, from) => {
        if (!compiled.test(text)) return -1
        const matcher = compiled.matcher(text)
        return matcher.find(from) ? matcher.start() : -1
      },
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it is invalid'
    return `pattern is not a regular expression in RE2 syntax: ${reason}. Lookaheads and back references are not available; put a backslash before a character to look for itself.`
  }
}

const token = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(?<least>\d+)(?:,(?<most>\d*))?\}|./gsu

/** Returns about how many states a pattern has once its counted repetitions are written out. */
function expandedSize(pattern: string): number {
  const outer: number[] = []
  let [size, last] = [0, 0]
  for (const { 0: text, groups } of pattern.matchAll(token)) {
    if (groups?.['least'] !== undefined) {
      const count = Math.max(1, Number(groups['least']), Number(groups['most'] ?? 0))
      size += last * (count - 1)
      last *= count
    } else if (text === '(') {
      outer.push(size)
      // The two states that note what a group matches.
      size = 2
    } else if (text === ')' && outer.length > 0) {
      last = size
      size += outer.pop() as number
    } else {
      last = text === '*' || text === '+' || text === '?' ? last + 1 : 1
      size++
    }
  }
  return outer.reduce((sum, one) => sum + one, size)
}
