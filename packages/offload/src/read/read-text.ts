import type { JsonValue } from '@lamella/core'
import { deepestJson } from '@lamella/core/plugin'
import { nestsTooDeep } from '@lamella/store'
import { exactJson } from '../exact-json.ts'
import { countOf, withCommas } from '../heads/closing-line.ts'
import { parsePath, selectPath } from './json-path.ts'
import { createPaged, type Paged } from './paged.ts'
import { compilePattern } from './pattern.ts'
import { foundText, type LineSearch, searchLines } from './search-lines.ts'
import { eachLine, type Source, sourceOfText, wholeText } from './source.ts'
import type { Work } from './work.ts'

/** What a model asks for. */
export interface ReadRequest {
  readonly lines: string | undefined
  readonly pattern: string | undefined
  readonly context: number
  readonly path: string | undefined
  readonly page: number
  /** The most characters of the text in the answer. */
  readonly size: number
  readonly work: Work
}

/** An answer: a sentence about it, and the text. */
export interface ReadAnswer {
  readonly about: string
  readonly text: string
}

/** The longest text that is parsed as JSON: bytes, or UTF-16 units. */
const longestJson = 96_000_000

/** Reads what was asked for. @returns a sentence for the model if that is not possible */
export async function readText(source: Source, request: ReadRequest): Promise<ReadAnswer | string> {
  const { path, pattern, lines } = request
  if (path === undefined) return readLines(source, request)
  const selected = await select(source, path, request.work)
  if (typeof selected === 'string') return selected
  const { text, about } = selected
  const inner = sourceOfText(source.handle, text)
  const answer = await (pattern === undefined && lines === undefined ? readPage : readLines)(inner, request)
  return typeof answer === 'string' ? answer : { ...answer, about: `${about}${answer.about}` }
}

async function select(source: Source, path: string, work: Work): Promise<ReadAnswer | string> {
  const steps = parsePath(path)
  if (typeof steps === 'string') return steps
  if (source.size > longestJson) return `${source.handle} is too large to be read by path. Use pattern or lines.`
  const whole = await wholeText(source, work)
  const json = (await exactJson(whole)) ?? (await exactJson(listOfLines(whole)))
  if (json === undefined) return `${source.handle} is not JSON, so path cannot be used. Use pattern, lines or page.`
  const { values, steps: found, last } = selectPath(json.value, steps)
  if (values.length === 0) return `path selects nothing: step ${found + 1} finds no match. ${choices(last)}`
  const [value = null] = values
  const isList = steps.some(({ kind }) => kind === 'all' || kind === 'slice')
  // As JSON, the output of a command would be one line with escapes.
  if (!isList && typeof value === 'string' && !json.isNumber(value))
    return { about: 'path selects a text. ', text: value }
  // Each level indents all that is in it: a text of 80 kB can become one of 18 MB.
  if (nestsTooDeep(values))
    return `What path selects is nested deeper than ${deepestJson} levels. Go on with a longer path, or use pattern, lines or page.`
  const text = json.write(isList ? [...values] : value, 2)
  return { about: isList ? `path selects ${countOf(values.length, 'value')}. ` : '', text }
}

/** Returns JSON lines as the text of a list, or '' if a line has anything but an object or a list. */
function listOfLines(text: string): string {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.every((line) => /^\s*[[{]/.test(line)) ? `[${lines.join(',')}]` : ''
}

function choices(value: JsonValue): string {
  if (Array.isArray(value)) return `There is a list of ${countOf(value.length, 'item')} there.`
  if (value === null || typeof value !== 'object') return `There is a single value there.`
  const keys = Object.keys(value)
  const shown = keys.slice(0, 30).map((key) => JSON.stringify(key.slice(0, 60)))
  return `There is an object there with ${countOf(keys.length, 'key')}: ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}.`
}

async function readLines(source: Source, request: ReadRequest): Promise<ReadAnswer | string> {
  const { lines, pattern } = request
  const range =
    lines === undefined ? { first: 1, last: Number.POSITIVE_INFINITY } : await rangeOf(source, lines, request.work)
  if (range === undefined) return 'lines must be of the form 10-40, 10-, -40 for the last 40, or 10.'
  if (pattern !== undefined) {
    const compiled = await compilePattern(pattern)
    if (typeof compiled === 'string') return compiled
    const { context, page, size, work } = request
    const paged = createPaged(page, size)
    const found = await searchLines(source, { pattern: compiled, ...range, context, paged, work })
    if (found.lines === 0 && !found.isStopped) {
      return `No line of ${withCommas(found.total)} matches. Try a shorter pattern, or (?i) before it to ignore case.`
    }
    return pageOf(paged, page, foundText(found))
  }
  if (lines === undefined) return readPage(source, request)
  const paged = createPaged(request.page, request.size)
  let isFirst = true
  const total = await eachLine(source, request.work, (line, number) => {
    if (number < range.first || number > range.last) return true
    paged.add(isFirst ? line : `\n${line}`)
    isFirst = false
    return true
  })
  if (isFirst) return `${source.handle} has ${countOf(total, 'line')}, so there are no lines ${lines.trim()}.`
  const last = withCommas(Math.min(range.last, total))
  return pageOf(paged, request.page, `Lines ${withCommas(range.first)} to ${last} of ${withCommas(total)}.`)
}

type LineRange = Pick<LineSearch, 'first' | 'last'>

async function rangeOf(source: Source, lines: string, work: Work): Promise<LineRange | undefined> {
  const [, first, dash, last] = /^(\d{1,9})?(?:\s*(-|\.\.|:|,))?(?:\s*(\d{1,9}))?$/.exec(lines.trim()) ?? []
  if (first === undefined) {
    if (dash !== '-' || last === undefined || Number(last) === 0) return undefined
    const total = await eachLine(source, work, () => true)
    return { first: Math.max(1, total - Number(last) + 1), last: total }
  }
  const start = Math.max(1, Number(first))
  const end = dash === undefined ? start : last === undefined ? Number.POSITIVE_INFINITY : Number(last)
  return end < start ? undefined : { first: start, last: end }
}

function pageOf(paged: Paged, page: number, about: string): ReadAnswer | string {
  const { text, pages } = paged.result()
  if (page > pages) return noPage(pages)
  const note = ` Page ${withCommas(page)} of ${withCommas(pages)} of them.${nextPage(page, pages)}`
  return { about: pages === 1 ? about : about + note, text }
}

/** Reads a page of the whole. Of a content only its bytes are read. */
async function readPage(source: Source, { page, size }: ReadRequest): Promise<ReadAnswer | string> {
  if (!source.range) return `${source.handle} is searched with pattern, and read around a match with lines.`
  const step = size * (source.unit ?? 1)
  const pages = Math.max(1, Math.ceil(source.size / step))
  if (page > pages) return noPage(pages)
  const text = await source.range((page - 1) * step, Math.min(source.size, page * step))
  return {
    about: pages === 1 ? 'All of it.' : `Page ${withCommas(page)} of ${withCommas(pages)}.${nextPage(page, pages)}`,
    text,
  }
}

function nextPage(page: number, pages: number): string {
  return page < pages ? ` To read on: the same call with "page":${page + 1}.` : ' This is the end.'
}

function noPage(pages: number): string {
  return `There ${pages === 1 ? 'is 1 page' : `are ${withCommas(pages)} pages`}.`
}
