import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, packages, root, shown } from './repo.ts'

/** The documentation pages. */
export const pages: readonly string[] = [
  ...readdirSync(root).flatMap((name) => (name.endsWith('.md') ? [join(root, name)] : [])),
  ...filesBelow(join(root, 'docs'), '.md'),
  ...filesBelow(join(root, 'skills'), '.md'),
  ...filesBelow(join(root, 'examples'), 'README.md'),
  ...packages.flatMap(({ path }) => filesBelow(path, 'README.md')),
]

/** A fenced block of a page. */
export interface Block {
  readonly page: string
  /** The line number of its first line of content, starting at 1. */
  readonly line: number
  readonly language: string
  readonly text: string
  /** The comments directly above it, such as `uses: scope, session` or `continues`. */
  readonly notes: readonly string[]
}

/** Returns all fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  const lines = readFileSync(page, 'utf8').split('\n')
  const blocks: Block[] = []
  let notes: string[] = []
  let open: { readonly fence: string; readonly language: string; readonly from: number } | undefined
  for (const [index, line] of lines.entries()) {
    const [, fence = '', language = ''] = /^ {0,3}(`{3,}|~{3,})\s*(\w*)/.exec(line) ?? []
    if (open) {
      if (!fence.startsWith(open.fence) || language !== '') continue
      const text = lines.slice(open.from, index).join('\n')
      blocks.push({ page, line: open.from + 1, language: open.language, text, notes })
      open = undefined
      notes = []
      continue
    }
    if (fence !== '') open = { fence, language, from: index + 1 }
    const [, note] = /^<!-- (.+) -->$/.exec(line) ?? []
    if (note) notes.push(note)
    else if (line.trim() !== '' && !open) notes = []
  }
  return blocks
}

/** A link or an image of a page. */
export interface Link {
  readonly target: string
  /** A place such as `docs/concepts.md:3`. */
  readonly place: string
}

/** Returns all links and images of a page outside its code. */
export function linksOf(page: string): readonly Link[] {
  return textLines(page).flatMap(({ text, line }) => {
    const targets = Array.from(text.matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)|(?:src|srcset|href)="([^"]+)"/g))
    return targets.map(([, inline, attribute]) => ({
      target: inline ?? attribute ?? '',
      place: `${shown(page)}:${line}`,
    }))
  })
}

/** Returns the anchors of a page's headings, as GitHub creates them. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const { text } of textLines(page, false)) {
    const [, title] = /^#{1,6} (.+)$/.exec(text) ?? []
    if (title === undefined) continue
    const anchor = anchorOf(title.replace(/`|\]\([^)]*\)?|\[/g, ''))
    let unused = anchor
    for (let number = 1; anchors.has(unused); number++) unused = `${anchor}-${number}`
    anchors.add(unused)
  }
  return anchors
}

/** Returns the anchor of a heading without Markdown marks, as GitHub creates it where no other heading has it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

/** Returns the lines of a page that are not in a fenced block, without their inline code. */
function textLines(page: string, withoutCode = true): readonly { readonly text: string; readonly line: number }[] {
  const fenced = new Set<number>()
  for (const { line, text } of blocksOf(page)) {
    for (let index = 0; index <= text.split('\n').length; index++) fenced.add(line + index)
  }
  return readFileSync(page, 'utf8')
    .split('\n')
    .map((text, index) => ({ text: withoutCode ? text.replace(/`[^`]*`/g, '') : text, line: index + 1 }))
    .filter(({ line }) => !fenced.has(line))
}

/** Returns the first cell of each row of the table under a heading, without Markdown marks. */
export function firstColumn(page: string, heading: string): readonly string[] {
  const sections = readFileSync(page, 'utf8').split(/^#+ /m)
  const section = sections.find((one) => one.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) => (row.split('|')[1] ?? '').replace(/[`*]|\]\([^)]*\)?|\[/g, '').trim())
}
