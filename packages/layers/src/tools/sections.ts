import type { Fragment } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { oneLine, trimLines } from '../shared/plain-text.ts'
import { shorterForms } from '../shared/shorter.ts'

/**
 * Splits a Markdown text at its headings (`#` to `######`, not inside code fences) into one fragment each, so that it
 * can give way section by section. Text before the first heading is a section too. Ids are `section:` and the heading;
 * repeated headings are numbered.
 */
export function sectionFragments(markdown: string): readonly Fragment[] {
  const ids = new Set<string>()
  return sections(markdown).map((text) => {
    const title = /^ {0,3}#{1,6}(?!\S)/.test(text)
      ? oneLine(text.slice(0, text.search(/\n|$/)).replace(/^ *#+/, ''))
      : ''
    const id = unused(ids, `section:${cutText(title, 80, { marker: () => '…' })}`)
    return Object.freeze({ id, content: text, shorter: shorterForms(text, cutMarkdown) })
  })
}

function sections(markdown: string): readonly string[] {
  const found: string[] = []
  let lines: string[] = []
  let fence: string | undefined
  const close = (): void => {
    const text = trimLines(lines.join('\n'))
    if (text !== '') found.push(text)
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (fence === undefined && /^ {0,3}#{1,6}(?!\S)/.test(line)) close()
    lines.push(line)
    fence = fenceAfter(fence, line)
  }
  close()
  return found
}

/** Cuts a text and closes a code fence that the cut left open; otherwise everything after it would be code. */
function cutMarkdown(text: string, max: number): string {
  const cut = cutText(text, max)
  const fence = openFence(cut)
  if (fence === undefined) return cut
  const shorter = cutText(text, max - fence.length - 1)
  const still = openFence(shorter)
  return still === undefined ? shorter : `${shorter}\n${still}`
}

function openFence(text: string): string | undefined {
  let fence: string | undefined
  for (const line of text.split('\n')) fence = fenceAfter(fence, line)
  return fence
}

/** Returns the fence (backticks or tildes) that is open after a line, given the one that was open before it. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const [start = '', mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
  if (mark === '') return open
  const rest = line.slice(start.length)
  if (open === undefined) return mark.startsWith('`') && rest.includes('`') ? undefined : mark
  const closes = mark.startsWith(open) && rest.trim() === ''
  return closes ? undefined : open
}

function unused(ids: Set<string>, id: string): string {
  let candidate = id
  for (let number = 2; ids.has(candidate); number++) candidate = `${id} (${number})`
  ids.add(candidate)
  return candidate
}
