import { plainFrontMatter } from './plain-front-matter.ts'
import { entriesOf, isLost, type Slip, writtenFields } from './written-fields.ts'
import { isDense, linesOf, loadYaml } from './yaml.ts'

/** A Markdown file with its front matter. */
export interface FrontMatter {
  /** The YAML mapping. Scalars are strings as written: `007` stays `007`, `true` stays `true`. */
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
  /** Where the front matter is not valid YAML, or not the text that it should be, but what was meant is clear. */
  readonly slips: readonly Slip[]
}

/** Why the front matter cannot be read, in words. */
export interface FrontMatterProblem {
  readonly problem: string
}

/** The maximum number of UTF-16 units between the two lines `---`. */
export const maxFrontMatter = 65_536

const opening = /^---([^\n]*)\n/
/** People also draw a longer line. */
const closing = /\n-{3,}[ \t]*(?:\n|$)/
/** The end of a document in YAML, which also ends front matter in other programs. */
const end = /\n\.\.\.[ \t]*(?:\n|$)/
const blankLines = /^(?:[ \t]*\n)+(?=---)/

/**
 * Splits front matter from body. Only YAML is read: a language after the first `---` (`---js`) is rejected before any
 * library sees it.
 *
 * @param texts Fields that are read as they were meant if the YAML is broken, or if their value is not a text; all other
 * fields are then left out. Without them, broken YAML is a problem.
 */
export async function parseFrontMatter(
  text: string,
  texts: readonly string[] = [],
): Promise<FrontMatter | FrontMatterProblem> {
  const blank = blankLines.exec(text)?.[0] ?? ''
  const first = opening.exec(text.slice(blank.length))
  if (!first) return { problem: 'the file does not begin with front matter (a line `---`)' }
  const language = (first[1] ?? '').trim()
  if (language !== '' && !/^ya?ml$/i.test(language)) {
    const problem = `its first line is '---${language.slice(0, 40)}' and not \`---\` alone; only YAML is read, and code is never run`
    return { problem }
  }
  // Starts at the line break of the first line, so that empty front matter can be closed too.
  const rest = text.slice(blank.length + first[0].length - 1)
  const closed = closing.exec(rest)
  const last = closed ?? end.exec(rest)
  if (!last) return { problem: 'its front matter is not closed (by a second line `---`)' }
  const yaml = rest.slice(1, last.index)
  if (yaml.length > maxFrontMatter) return { problem: `its front matter is longer than ${maxFrontMatter} characters` }
  const body = rest.slice(last.index + last[0].length).trim()
  const above = blank.split('\n').length - 1
  const odd: Slip[] = []
  if (above > 0) odd.push({ line: above + 1, key: '---', what: 'comes after blank lines' })
  if (language !== '') odd.push({ line: above + 1, key: `---${language}`, what: 'is not `---` alone' })
  if (!closed)
    odd.push({ line: above + yaml.split('\n').length + 2, key: '...', what: 'is where a second `---` should be' })
  const plain = plainFrontMatter(yaml)
  const isText = (values: Readonly<Record<string, unknown>>, key: string): boolean => typeof values[key] === 'string'
  if (plain && texts.every((key) => isText(plain, key))) return { data: plain, body, slips: odd }
  const lines = linesOf(yaml)
  if (isDense(lines)) return { problem: 'its front matter has too many keys and values' }
  const entries = entriesOf(lines, texts)
  const isMissed = (values: Readonly<Record<string, unknown>>): boolean =>
    entries.some(
      (entry) => texts.includes(entry.key) && (!isText(values, entry.key) || isLost(entry, values[entry.key])),
    )
  if (plain && !isMissed(plain)) return { data: plain, body, slips: odd }
  const read = await loadYaml()
  const parsed = read(lines)
  const isRead = 'values' in parsed
  if (isRead && !isMissed(parsed.values)) return { data: parsed.values, body, slips: odd }
  const { values, slips: found } = writtenFields(entries, texts, read, isRead ? undefined : parsed)
  const slips = [...odd, ...found.map((one) => ({ ...one, line: one.line + above }))]
  if (isRead) return { data: Object.assign(Object.create(null), parsed.values, values), body, slips }
  if (Object.keys(values).length > 0) return { data: values, body, slips }
  const place = parsed.line === undefined ? '' : ` in line ${parsed.line + above + 2} of the file`
  return { problem: `${parsed.problem}${place}` }
}
