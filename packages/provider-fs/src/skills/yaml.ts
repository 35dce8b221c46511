import { isObject } from '@lamella/core/plugin'

/** Why the front matter cannot be read. */
export interface YamlProblem {
  /** In words: completes a sentence whose subject is the file. */
  readonly problem: string
  /** Index of the line, if one is to blame. */
  readonly line?: number
}

/** The YAML mapping. Scalars are strings as written: `007` stays `007`, `true` stays `true`. */
interface YamlValues {
  readonly values: Readonly<Record<string, unknown>>
}

/** Reads the YAML of a front matter, or of a part of it. */
export type ReadYaml = (lines: readonly NumberedLine[]) => YamlValues | YamlProblem

/**
 * The maximum number of characters that can begin a key or a value: one in sixteen of the longest front matter. Each can
 * cost the library two microseconds.
 */
const maxMarks = 4_096
const mark = /[,:?]|-\s/g
/** `gray-matter` ends the front matter where this begins. No text file has it, so the end is where we found it. */
const end = '\0'

/** Whether the lines have more keys and values than the library can read in a few milliseconds. */
export function isDense(lines: readonly NumberedLine[]): boolean {
  let marks = lines.length
  for (const { line } of lines) {
    for (const _ of line.matchAll(mark)) if (++marks > maxMarks) return true
  }
  return marks > maxMarks
}

/** Loads the library. Only for front matter that is not plain: this takes longer than to read most files. */
export async function loadYaml(): Promise<ReadYaml> {
  const [{ default: matter }, { FAILSAFE_SCHEMA, load, YAMLException }] = await Promise.all([
    import('gray-matter'),
    import('js-yaml'),
  ])
  // In the skills specification all scalars are text, which is how the failsafe schema reads them. The values are in a
  // property of their own, because `gray-matter` looks for options of its own among them.
  const parse = (text: string): object => ({ values: load(text, { schema: FAILSAFE_SCHEMA }) ?? {} })
  return (lines) => {
    const text = `---\n${lines.map(({ line }) => line).join('\n')}\n${end}`
    try {
      // With options, since `gray-matter` otherwise answers from its own cache, in which a text that failed is empty.
      const { values = {} } = matter(text, { engines: { yaml: parse }, delimiters: ['---', end] }).data
      if (!isObject(values)) return { problem: 'its front matter is not a mapping of keys to values' }
      // No prototype, own keys only: `constructor` and `__proto__` are ordinary keys.
      return { values: Object.assign(Object.create(null), values) as Record<string, unknown> }
    } catch (error) {
      if (!(error instanceof YAMLException)) return { problem: `its front matter is not valid YAML (${String(error)})` }
      const problem = `its front matter is not valid YAML (${error.reason})`
      // The library gets the text from the line break after `---`.
      const line = error.mark && lines[Math.min(Math.max(error.mark.line - 1, 0), lines.length - 1)]?.index
      return { problem, ...(line !== undefined && { line }) }
    }
  }
}

/** A line and its place in the text. */
export interface NumberedLine {
  readonly line: string
  readonly index: number
}

/**
 * Returns the lines of a text. Each run of blank lines and of comments without indentation becomes one blank line, since
 * `gray-matter` takes quadratic time for them. Indented comments may be part of a text. Other characters that regular
 * expressions take for the end of a line become spaces.
 */
export function linesOf(yaml: string): readonly NumberedLine[] {
  const kept: NumberedLine[] = []
  let wasIdle = false
  for (const [index, line] of yaml
    .replace(/[\r\u2028\u2029]+/g, ' ')
    .split('\n')
    .entries()) {
    const isIdle = line.startsWith('#') || line.trim() === ''
    if (!isIdle || !wasIdle) kept.push({ line, index })
    else if (kept.at(-1)?.line !== '') kept.push({ line: '', index: kept.pop()?.index ?? index })
    wasIdle = isIdle
  }
  return kept
}
