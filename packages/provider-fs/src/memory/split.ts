import { withoutFrontMatter } from '../sources/front-matter-block.ts'
import { type Annotations, mergeAnnotations, readAnnotations } from './annotations.ts'
import { createHeadingPath } from './heading-path.ts'
import { columnsOf, type LineKind, lineKind, markerLength } from './line-kind.ts'
import type { Own } from './own-comment.ts'

/** One memory, as written in a file. */
export interface Block extends Annotations {
  /** Titles of the headings above it, outermost first. */
  readonly path: readonly string[]
  /** Without its bullet, its annotations and its headings. '' for a heading with nothing below it. */
  readonly text: string
  /** An entry created by a store is self-contained: headings and preceding annotations do not apply to it. */
  readonly own?: Own
}

/** A block and its location. A heading alone has none: it belongs to its surroundings. */
export interface PlacedBlock {
  readonly block: Block
  /** Lines `start` (inclusive) to `end` (exclusive), from 0. */
  readonly lines: { readonly start: number; readonly end: number } | undefined
}

/** All blocks of a file and their locations. */
export interface PlacedBlocks {
  readonly blocks: readonly PlacedBlock[]
  /** The line of the first heading. */
  readonly firstHeading: number | undefined
}

interface Open {
  readonly lines: string[]
  /** Columns before the list marker; `undefined` for a paragraph. */
  readonly item: number | undefined
  annotations: Annotations
  own: Own | undefined
  readonly start: number
  end: number
  /** Whether the previous line was empty. */
  gap: boolean
  /** Whether it directly follows a rule. */
  afterBreak: boolean
}

const none: Annotations = { tags: [] }

/**
 * Splits Markdown into blocks, with the location of each: each list item (including nested content), each paragraph, and each heading with nothing
 * below it. Code fences and comments are never split. Every line with content is in exactly one block, except for front
 * matter, which is for programs; headings are in the `path` of all blocks below them.
 *
 * Annotations apply to the block that contains them; on a heading, to all blocks below it; alone between empty lines,
 * to the next block.
 */
export function placeBlocks(text: string): PlacedBlocks {
  const blocks: PlacedBlock[] = []
  const verbatim = createVerbatim()
  const path = createHeadingPath((titles, annotations) => {
    blocks.push({ block: { path: titles, text: '', ...annotations }, lines: undefined })
  })
  let firstHeading: number | undefined
  let open: Open | undefined
  let ahead: Annotations = none
  let isAfterBreak = false

  function close(): void {
    if (!open) return
    const { lines, item, annotations, own, start, end } = open
    const body = clean(lines, item !== undefined)
    open = undefined
    const at = { start, end }
    if (own) {
      if (body !== '') blocks.push({ block: { path: path.titles(), text: body, own, ...annotations }, lines: at })
      return
    }
    if (body === '') {
      ahead = mergeAnnotations(ahead, annotations)
      return
    }
    path.use()
    const all = mergeAnnotations(mergeAnnotations(path.annotations(), ahead), annotations)
    blocks.push({ block: { path: path.titles(), text: body, ...all }, lines: at })
    ahead = none
  }

  function add(line: string, number: number, item: number | undefined, into: Open | undefined): void {
    if (!into) close()
    const place = { start: number, end: number }
    open = into ?? { lines: [], item, annotations: none, own: undefined, ...place, gap: false, afterBreak: false }
    if (open.gap) open.lines.push('')
    open.gap = false
    open.end = number + 1
    if (verbatim.has(line)) {
      open.lines.push(line)
      return
    }
    const { text: rest, own, ...annotations } = readAnnotations(line)
    open.annotations = mergeAnnotations(open.annotations, annotations)
    open.own ??= own
    open.lines.push(rest)
  }

  const body = withoutFrontMatter(text)
  const above = text.slice(0, text.length - body.length).split('\n').length - 1
  for (const [index, line] of body.split('\n').entries()) {
    const number = above + index
    if (verbatim.inside()) {
      // Inside a fence, even empty lines and headings are plain text.
      if (open) {
        open.lines.push(line)
        open.end = number + 1
      }
      verbatim.has(line)
      continue
    }
    const kind = lineKind(line)
    if (kind.kind === 'blank') {
      if (open) open.gap = true
    } else if (kind.kind === 'heading') {
      close()
      firstHeading ??= number
      const { text: title, own: _, ...annotations } = readAnnotations(kind.title)
      path.enter(kind.level, title, annotations)
    } else if (kind.kind === 'underline' && open && isTitle(open)) {
      firstHeading ??= open.start
      path.enter(kind.level, open.lines.join('').trim(), open.annotations)
      open = undefined
    } else if (kind.kind === 'break' || (kind.kind === 'underline' && kind.level === 2)) {
      close()
    } else {
      const item = kind.kind === 'item' ? kind.indent : undefined
      add(line, number, item, continues(kind, open) ? open : undefined)
      if (open && item === undefined && open.lines.length === 1) open.afterBreak = isAfterBreak
    }
    isAfterBreak = kind.kind === 'break' || kind.kind === 'underline'
  }
  close()
  path.finish()
  return { blocks, firstHeading }
}

/**
 * Checks whether an underlined line is a title: one line of text is, unless it directly follows a rule, as in what only
 * resembles front matter.
 */
function isTitle(open: Open): boolean {
  return !open.gap && !open.afterBreak && open.item === undefined && open.lines.length === 1
}

/** Checks whether a line belongs to the open block. */
function continues(kind: LineKind, open: Open | undefined): boolean {
  if (!open) return false
  const indent = 'indent' in kind ? kind.indent : 0
  if (kind.kind === 'item') return open.item !== undefined && indent >= open.item + 2
  return !open.gap || (open.item !== undefined && indent > open.item)
}

/** Joins the lines, removes the bullet, and outdents nested content. */
function clean(lines: readonly string[], isItem: boolean): string {
  const [first = '', ...rest] = lines
  if (!isItem) return lines.join('\n').trim() === '' ? '' : trimLines(lines.join('\n'))
  const start = first.trimStart()
  const marker = markerLength(start)
  const offset = columnsOf(first.slice(0, first.length - start.length)) + marker
  // Numbers carry meaning (first, second), bullets do not.
  const head = /^\d/.test(start) ? start : start.slice(marker)
  const moved = rest.map((line) => outdented(line, offset))
  return trimLines([head, ...moved].join('\n'))
}

/** Returns a line without the first columns of its indent. What a tab has beyond them becomes spaces. */
function outdented(line: string, columns: number): string {
  const most = line.length - line.trimStart().length
  let at = 0
  let column = 0
  while (at < most && column < columns) column += line[at++] === '\t' ? 4 - (column % 4) : 1
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(at)
}

/** Trims empty lines at both ends; the indent of the first line stays. */
function trimLines(text: string): string {
  let start = 0
  while (text.charAt(start) === '\n') start++
  return text.slice(start).trimEnd()
}

/** Tracks code fences and comments, whose lines are text whatever they look like. */
interface Verbatim {
  /** Whether the next line is inside a fence or a comment. */
  inside(): boolean
  /** Processes the next line; returns whether it belongs to a fence or to a multi-line comment. */
  has(line: string): boolean
}

/** Creates a tracker for the lines of one file. An unclosed fence or comment extends to the end, as in CommonMark. */
function createVerbatim(): Verbatim {
  /** The closing fence, or `-->`. */
  let end: string | undefined

  return {
    inside: () => end !== undefined,
    has(line) {
      if (end === undefined) {
        end = opening(line)
        return end !== undefined
      }
      if (closes(line, end)) end = undefined
      return true
    },
  }
}

function opening(line: string): string | undefined {
  let text = line.trimStart()
  // A fence may be the start of a list item, even in a nested list.
  for (let marker = markerLength(text); marker > 0; marker = markerLength(text)) text = text.slice(marker)
  if (text.startsWith('<!--') && !text.includes('-->')) return '-->'
  const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0]
  // More backticks after a fence of backticks: inline code.
  if (fence === undefined || (fence.startsWith('`') && text.includes('`', fence.length))) return undefined
  return fence
}

function closes(line: string, end: string): boolean {
  if (end === '-->') return line.includes('-->')
  const text = line.trim()
  return text.startsWith(end) && text === end.charAt(0).repeat(text.length)
}
