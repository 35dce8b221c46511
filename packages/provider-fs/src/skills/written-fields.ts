import type { NumberedLine, ReadYaml, YamlProblem } from './yaml.ts'

/** A place where a front matter is not what it should be. */
export interface Slip {
  /** The line in the file, from 1. */
  readonly line: number
  /** The field. */
  readonly key: string
  /** What is wrong with it and what was done: completes a sentence whose subject is the field. */
  readonly what: string
}

/** A field as it is written in a front matter, valid or not. */
export interface Entry {
  readonly key: string
  /** Index of its first line. */
  readonly index: number
  /** Whether YAML does not see this field: another case, an indented key, a full-width colon, no space after the colon. */
  readonly isOdd: boolean
  /** What the first line has after the colon, then the lines that continue it. */
  readonly lines: NumberedLine[]
}

/** A key at the beginning of a line, perhaps indented or in quotes. */
const keyLine = /^([ \t]*)(["']?)([A-Za-z_][\w-]*)\2[ \t]*([:：])(.*)$/
/** What may follow the key of a text in several lines. */
const blockHeader = /^[|>][-+\d]{0,2}[ \t]*(?:#.*)?$/
/** The maximum number of slips to describe. */
const mostSlips = 5

/**
 * Finds the fields of a front matter by the beginnings of its lines.
 *
 * @param texts Fields whose keys are also found in other cases, without a space after the colon, and indented below a
 * field with a value of its own.
 */
export function entriesOf(lines: readonly NumberedLine[], texts: readonly string[]): readonly Entry[] {
  const found = lines.map(({ line }) => keyLine.exec(line) ?? [])
  const outer = new Set(found.flatMap(([, indent, , key = '']) => (indent === '' ? [key.toLowerCase()] : [])))
  const entries: Entry[] = []
  for (const [i, numbered] of lines.entries()) {
    const [, indent = '', , key = '', colon = '', value = ''] = found[i] ?? []
    const open = entries.at(-1)
    const wanted = texts.find((text) => text === key.toLowerCase())
    // A full-width colon, as keyboards for Chinese and Japanese type it, has its space in it.
    const isWide = colon === '：'
    const isSpaced = isWide || value === '' || /^[ \t]/.test(value)
    const isOuter = indent === '' ? isSpaced : !outer.has(key.toLowerCase()) && hasOwnValue(open)
    if (key !== '' && (wanted === undefined ? indent === '' && isSpaced : isOuter || indent === '')) {
      const isOdd = indent !== '' || isWide || !isSpaced || (wanted ?? key) !== key
      const { index } = numbered
      entries.push({ key: wanted ?? key, index, isOdd, lines: [{ line: value.trim(), index }] })
    } else open?.lines.push(numbered)
  }
  return entries
}

/**
 * Whether a value without quotes has `#` and a letter or digit, which begins a comment in YAML, and was meant as a text: `#1
 * tool for reports`, `Sorts issues such as #12`.
 */
export function isLost({ lines: [first, ...others] }: Entry, value: unknown): boolean {
  if (first === undefined || typeof value !== 'string' || /^["'|>]/.test(first.line)) return false
  return [first, ...others].some(({ line }) => {
    const at = line.search(/(?<!\S)#[\p{L}\p{N}]/u)
    return at !== -1 && !value.includes(line.slice(at).trim())
  })
}

/** Whether no fields can be inside of a field: its value begins on the line of its key. */
function hasOwnValue(entry: Entry | undefined): boolean {
  const value = entry?.lines[0]?.line ?? ''
  return entry === undefined || (value !== '' && !blockHeader.test(value))
}

/**
 * Reads some fields of a front matter for themselves: as YAML if they are, otherwise as the text that is written there.
 *
 * @param failure What is wrong with the whole front matter, if it is.
 */
export function writtenFields(
  entries: readonly Entry[],
  texts: readonly string[],
  read: ReadYaml,
  failure: YamlProblem | undefined,
): { readonly values: Readonly<Record<string, string>>; readonly slips: readonly Slip[] } {
  const values: Record<string, string> = Object.create(null)
  const slips: Slip[] = []
  const readOne = ({ key, index, lines: [first, ...others] }: Entry): unknown => {
    const parsed = read([{ line: `${key}: ${first?.line}`, index }, ...others])
    return 'values' in parsed ? parsed.values[key] : undefined
  }
  const last = new Map(entries.map((entry) => [entry.key, entry]))
  for (const key of texts) {
    const entry = last.get(key)
    if (entry === undefined) continue
    const found = readOne(entry)
    const value = isLost(entry, found) ? undefined : found
    values[key] = typeof value === 'string' ? value : asWritten(entry.lines)
    if (typeof value !== 'string') slips.push(slip(entry, 'is not a text in YAML and was read as it is written'))
    else if (entry.isOdd) slips.push(slip(entry, `is not written as the field \`${key}: …\`, but was read as it`))
  }
  for (const entry of entries) {
    if (slips.length < mostSlips && last.get(entry.key) !== entry)
      slips.push(slip(entry, 'is there more than once, and the last one was read'))
  }
  if (failure && slips.length === 0) slips.push(...blame(entries, failure, (entry) => readOne(entry) !== undefined))
  return { values, slips: slips.sort((a, b) => a.line - b.line) }
}

/** Finds the field that a problem of the whole front matter comes from. */
function blame(entries: readonly Entry[], { line, problem }: YamlProblem, isValid: (entry: Entry) => boolean): Slip[] {
  if (line === undefined) return entries.slice(0, 1).map((entry) => slip(entry, `was read, although ${problem}`))
  // The library notices some slips only in the field after them.
  const until = entries.findLastIndex(({ index }) => index <= line)
  const near = entries.slice(Math.max(until - 1, 0), until + 1)
  const blamed = near.find((entry) => !isValid(entry)) ?? near.at(-1)
  return blamed ? [slip(blamed, 'is not valid YAML, or what comes before it is not')] : []
}

function slip({ key, index }: Entry, what: string): Slip {
  // The first line of the file is `---`.
  return { line: index + 2, key, what }
}

/** Joins the lines of a text, without the quotes around it and without the mark of a text in several lines. */
function asWritten(lines: readonly NumberedLine[]): string {
  const [first, ...others] = lines.map(({ line }) => line.trim())
  const isBlock = first !== undefined && blockHeader.test(first)
  const text = [isBlock ? '' : first, ...others].filter((line) => line !== '').join(' ')
  const [, quote, inner] = /^(["'])(.*)\1$/.exec(text) ?? []
  return quote === undefined || inner === undefined || ends(inner, quote) ? text : inner
}

/** Whether a quote in a text may be an end of quoting: an apostrophe inside of a word is not. */
function ends(text: string, quote: string): boolean {
  return text.replace(/\w'(?=\w)/g, '').includes(quote)
}
