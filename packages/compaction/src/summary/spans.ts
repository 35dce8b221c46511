import { labelBefore } from '../digest/label-before.ts'
import { scanValues } from '../digest/scan-values.ts'
import { isEmptyWord } from './words.ts'

/** A value or a name in a sentence. */
export interface Span {
  readonly kind: 'number' | 'name' | 'file'
  readonly text: string
  /** One or two words before it that say what it is of. */
  readonly label: string
  readonly start: number
}

const months =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
const date = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${months})\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${months})(?: \\d{4})?)(?![\\p{L}\\p{N}])`,
  'gu',
)
const number = /(?<![\p{L}\p{N}_.,])[$€£¥₹]?\d[\d.,:]*(?:\s?%)?/gu
const unit = /^[ -]?(\p{L}{1,14})(?![\p{L}\p{N}_])/u
const name =
  /(?<![\p{L}\p{N}_'’])\p{Lu}[\p{L}\p{N}'’&-]*\p{L}(?:\.? (?:(?:de|la|van|von|der|den|of|al|bin|da|di) )?\p{Lu}[\p{L}\p{N}'’&-]*)*/gu
const notNames = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december ' +
    "i i'm i'll i've i'd ok okay yes no thanks thank hi hello dear please sure great mr mrs ms dr"
  ).split(' '),
)
const afterName =
  /^(?:['’]s| (?:is|was|will|has|had|and \p{Lu}|from|said|says|wants|needs|works|lives|prefers|can)(?![\p{L}]))/u
const extension =
  /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|c|h|cc|cpp|cs|swift|sh|sql|css|scss|html?|vue|md|mdx|txt|json|ya?ml|toml|xml|csv|lock|env|ini|conf|log|pdf|docx?|xlsx?|png|jpe?g|svg|ipynb)$/i

/** Whether a value is the path or the name of a file. */
export function isFilePath(value: string): boolean {
  if (/^\w+:\/\/|^www\.|@/.test(value) || /\s/.test(value) || value.length > 200) return false
  if (extension.test(value)) return true
  return /^(?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)+$/.test(value) && /[a-z]/i.test(value) && !/^\d+\/\d+/.test(value)
}

/** Finds the numbers, ids, dates, addresses, names and files of a sentence, in order. */
export function spansOf(sentence: string): readonly Span[] {
  const found: Span[] = []
  const isFree = (start: number, end: number): boolean =>
    found.every((one) => end <= one.start || start >= one.start + one.text.length)
  const add = (kind: Span['kind'], text: string, start: number): void => {
    if (text !== '' && isFree(start, start + text.length)) {
      found.push({ kind, text, label: labelBefore(sentence, start), start })
    }
  }
  for (const match of sentence.matchAll(date)) add('number', match[0], match.index)
  for (const { value, start } of scanValues(sentence)) {
    const hasSign = /[$€£¥₹]/.test(sentence[start - 1] ?? '')
    if (isFilePath(value)) add('file', value, start)
    else if (/[\d@/_]/.test(value))
      add('number', hasSign ? sentence[start - 1] + value : value, hasSign ? start - 1 : start)
  }
  for (const match of sentence.matchAll(number)) {
    const value = match[0].replace(/[.,:]{1,20}$/, '')
    const after = unit.exec(sentence.slice(match.index + value.length))?.[1] ?? ''
    const hasUnit = after !== '' && !isEmptyWord(after)
    const digits = value.replaceAll(/\D/g, '').length
    if (digits > 1 || /[$€£¥₹%]/.test(value))
      add('number', hasUnit && digits < 4 ? `${value} ${after}` : value, match.index)
    else if (hasUnit) add('number', `${value} ${after}`, match.index)
  }
  for (const match of sentence.matchAll(name)) {
    const [text, start] = withoutArticle(match[0].replace(/['’]s$/, ''), match.index)
    const isFirst = start === 0 && !text.includes(' ')
    const rest = sentence.slice(start + text.length)
    if (!isName(text) || (isFirst && !afterName.test(rest))) continue
    add('name', text, start)
  }
  return found.sort((a, b) => a.start - b.start)
}

/** The first word of a sentence has a capital letter, too. */
function withoutArticle(text: string, start: number): readonly [string, number] {
  const [first = '', ...rest] = text.split(' ')
  const isOther = rest.length > 0 && (isEmptyWord(first) || notNames.has(first.toLowerCase()))
  return isOther ? withoutArticle(rest.join(' '), start + first.length + 1) : [text, start]
}

function isName(text: string): boolean {
  return text.length > 1 && !text.split(' ').every((one) => isEmptyWord(one) || notNames.has(one.toLowerCase()))
}
