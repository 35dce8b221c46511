import { type Annotations, mergeAnnotations, readAnnotations } from './annotations.ts'
import { createHeadingPath } from './heading-path.ts'
import { type LineKind, lineKind, markerLength } from './line-kind.ts'
import { createVerbatim } from './verbatim.ts'

/** One remembered thing, as it stands in a file. */
export interface Block extends Annotations {
  /** Titles of the headings it stands under, outermost first. */
  readonly path: readonly string[]
  /** Without its bullet, its annotations and its headings. '' for a heading with nothing below it. */
  readonly text: string
}

interface Open {
  readonly lines: string[]
  /** Columns before the list marker; `undefined` for a paragraph. */
  readonly item: number | undefined
  annotations: Annotations
  /** An empty line was the last. */
  gap: boolean
  /** It stands right below a rule. */
  afterBreak: boolean
}

const none: Annotations = { tags: [] }

/**
 * Splits Markdown into the things it says: each list item (with what is nested in it) and each paragraph is a block, and
 * so is each heading with nothing below it. Code fences and comments are never split. Every line that says something is
 * in exactly one block; headings are in the `path` of all blocks below them.
 *
 * Annotations belong to the block whose lines they stand in, on a heading to all blocks below it, alone between empty
 * lines to the next block.
 */
export function splitMemory(text: string): readonly Block[] {
  const blocks: Block[] = []
  const verbatim = createVerbatim()
  const path = createHeadingPath((titles, annotations) => blocks.push({ path: titles, text: '', ...annotations }))
  let open: Open | undefined
  let ahead: Annotations = none
  let isAfterBreak = false

  function close(): void {
    if (!open) return
    const { lines, item, annotations } = open
    const body = clean(lines, item !== undefined)
    open = undefined
    if (body === '') {
      ahead = mergeAnnotations(ahead, annotations)
      return
    }
    path.use()
    const all = mergeAnnotations(mergeAnnotations(path.annotations(), ahead), annotations)
    blocks.push({ path: path.titles(), text: body, ...all })
    ahead = none
  }

  function add(line: string, item: number | undefined, into: Open | undefined): void {
    if (!into) close()
    open = into ?? { lines: [], item, annotations: none, gap: false, afterBreak: false }
    if (open.gap) open.lines.push('')
    open.gap = false
    if (verbatim.has(line)) {
      open.lines.push(line)
      return
    }
    const { text: rest, ...annotations } = readAnnotations(line)
    open.annotations = mergeAnnotations(open.annotations, annotations)
    open.lines.push(rest)
  }

  for (const line of text.split('\n')) {
    if (verbatim.inside()) {
      // Inside a fence even empty lines and headings are only text.
      open?.lines.push(line)
      verbatim.has(line)
      continue
    }
    const kind = lineKind(line)
    if (kind.kind === 'blank') {
      if (open) open.gap = true
    } else if (kind.kind === 'heading') {
      close()
      const { text: title, ...annotations } = readAnnotations(kind.title)
      path.enter(kind.level, title, annotations)
    } else if (kind.kind === 'underline' && open && isTitle(open)) {
      path.enter(kind.level, open.lines.join('').trim(), open.annotations)
      open = undefined
    } else if (kind.kind === 'break' || (kind.kind === 'underline' && kind.level === 2)) {
      close()
    } else {
      const item = kind.kind === 'item' ? kind.indent : undefined
      add(line, item, continues(kind, open) ? open : undefined)
      if (open && item === undefined && open.lines.length === 1) open.afterBreak = isAfterBreak
    }
    isAfterBreak = kind.kind === 'break' || kind.kind === 'underline'
  }
  close()
  path.finish()
  return blocks
}

/** One line of text is a title when it is underlined; what stands right below a rule is front matter, and is not. */
function isTitle(open: Open): boolean {
  return !open.gap && !open.afterBreak && open.item === undefined && open.lines.length === 1
}

/** Whether a line belongs to the block that is open. */
function continues(kind: LineKind, open: Open | undefined): boolean {
  if (!open) return false
  const indent = 'indent' in kind ? kind.indent : 0
  if (kind.kind === 'item') return open.item !== undefined && indent >= open.item + 2
  return !open.gap || (open.item !== undefined && indent > open.item)
}

/** Joined, the bullet removed, what hangs below a bullet moved left with it. */
function clean(lines: readonly string[], isItem: boolean): string {
  const [first = '', ...rest] = lines
  if (!isItem) return lines.join('\n').trim() === '' ? '' : trimLines(lines.join('\n'))
  const start = first.trimStart()
  const marker = markerLength(start)
  const offset = first.length - start.length + marker
  // A number says something (the first, the second), a bullet does not.
  const head = /^\d/.test(start) ? start : start.slice(marker)
  const moved = rest.map((line) => line.slice(Math.min(offset, line.length - line.trimStart().length)))
  return trimLines([head, ...moved].join('\n'))
}

/** Without empty lines at both ends; the indent of the first line stays. */
function trimLines(text: string): string {
  let start = 0
  while (text.charAt(start) === '\n') start++
  return text.slice(start).trimEnd()
}
