import { posix } from 'node:path'
import type { Notice } from '@lamella/core'
import type { SourceText } from '@lamella/core/plugin'
import { type WorkspaceUse, workspaceFiles } from '../conventions/workspace-files.ts'
import { notice } from '../notices.ts'
import type { FileText } from '../read/file-reader.ts'
import { withoutFrontMatter } from './front-matter-block.ts'

/** How many levels of files that import others are read: as many as in Claude Code and Gemini CLI (their documentation, 2026). */
const maxDepth = 5
/** The maximum number of paths in one text to look for. */
const maxPaths = 50
const defaultChars = 20_000

/** A part of a text that may be an import: `@` at the beginning of a word, then a path, in which a space has a backslash. */
const mention = /(?<=^|[\s(["'*_>|:,;]|[^!-~])@([\w./~](?:\\ ?|[^\s()"'`<>|*?:\\])*)/g
/** A character that ends a sentence, in any script. */
const sentenceEnd = /[.,;!\]_]|(?![!-~])\p{P}/u
/** A file name, and what follows but is not part of it: a section, or more of a sentence in a script without spaces. */
const endOfName = /\.md(?:#|[^!-~])/i
/** A path that nobody would write for anything but a file. */
const surePath = /^(?:\.{1,2}\/|~?\/)|\.md$/

/**
 * Creates a function that appends to a text the files that it imports (`@path`, relative to the file that has it), with
 * those that they import, each once. A path in code is no import, nor is one without a file, such as the name of a
 * person; a notice says so if it can only be a path.
 *
 * Files that the workspace puts elsewhere are not imported; a notice names those that only private sessions see.
 *
 * @param names The files that import: those of the same use, such as AGENTS.md for AGENTS.kim.md, can be imported.
 */
export function createImports(
  names: readonly string[],
  maxChars: number = defaultChars,
): (source: SourceText, look: (path: string) => Promise<FileText>, used: Set<string>) => Promise<SourceText> {
  const ownUse = workspaceFiles.find(({ name }) => names.includes(name))?.use ?? 'agents'
  const known = new WeakMap<SourceText, { readonly files: readonly FileText[]; readonly whole: SourceText }>()

  return async (source, look, used) => {
    const files: FileText[] = []
    const parts: string[] = [source.text.trimEnd()]
    const notices: Notice[] = [...(source.notices ?? [])]
    const deep = new Map<string, readonly Notice[]>()
    let left = maxChars

    async function add(text: string, by: string, depth: number): Promise<void> {
      const paths = mentionsIn(text)
      if (paths.length > maxPaths) {
        const what = `${by} has ${paths.length} paths that may be imports; only the first ${maxPaths} were looked for.`
        notices.push(notice('FILE_NOT_USED', [what, 'Import fewer files.'], by, { file: by, importedBy: by }))
      }
      const wanted = paths.slice(0, maxPaths).map((path) => inWorkspace(path, by))
      for (const [i, file] of (await Promise.all(wanted.map(look))).entries()) {
        const path = file.target ?? file.from
        const use = useOf(path)
        if (used.has(path) || (use !== undefined && use !== ownUse && !isPersonal(use))) continue
        const problem = problemOf(file, by, surePath.test(paths[i] ?? ''), use, depth > maxDepth, left)
        // Another file may import the same one less deep.
        if (depth > maxDepth && problem.length > 0) {
          deep.set(path, problem)
          continue
        }
        used.add(path)
        notices.push(...problem)
        if (file.state !== 'text' || problem.length > 0) continue
        left -= file.text.length
        files.push(file)
        notices.push(...file.notices)
        const imported = withoutFrontMatter(file.text).trim()
        parts.push(`Contents of ${file.from}:\n\n${imported}`)
        await add(imported, file.from, depth + 1)
      }
    }
    await add(source.text, source.from ?? '', 1)
    for (const [path, problem] of deep) if (!used.has(path)) notices.push(...problem)
    if (files.length === 0 && notices.length === (source.notices ?? []).length) return source
    // Returns the same object for the same files, so that results cached for the text are found again.
    const before = known.get(source)
    const isSame =
      before?.files.length === files.length &&
      before.whole.notices?.length === notices.length &&
      files.every((file, i) => file === before.files[i]) &&
      notices.every(({ what }, i) => what === before.whole.notices?.[i]?.what)
    if (isSame) return before.whole
    const text = files.length === 0 ? source.text : parts.filter((part) => part !== '').join('\n\n')
    const from = [source.from, ...files.map((file) => file.from)].join(', ')
    const whole = { ...source, text, from, notices }
    known.set(source, { files, whole })
    return whole
  }
}

/** Returns the paths that a text mentions, each once: not those in code or comments, as in Claude Code. */
function mentionsIn(text: string): readonly string[] {
  if (!text.includes('@')) return []
  const paths = new Set<string>()
  let fence = ''
  let isComment = false
  for (const line of text.split('\n')) {
    const { mark, info } = isComment ? noFence : fenceIn(line)
    if (fence === '' && mark === '') {
      const outside = outsideComments(line, isComment)
      isComment = outside.isComment
      for (const path of pathsIn(outside.text)) paths.add(path)
    } else if (fence === '') fence = mark
    else if (mark.startsWith(fence) && info.trim() === '') fence = ''
  }
  return [...paths]
}

const noFence = { mark: '', info: '' }

/** Returns the mark of a line that begins or ends a block of code, and what follows. Backticks that end on their line begin none. */
function fenceIn(line: string): typeof noFence {
  const [whole = '', mark = ''] = /^(?:[ >]|[-*+] |\d{1,9}[.)] )*(`{3,}|~{3,})/.exec(line) ?? []
  const info = line.slice(whole.length)
  return mark.startsWith('`') && info.includes('`') ? noFence : { mark, info }
}

/** Returns what of a line is in no comment, and whether one continues after it. A comment in code is none. */
function outsideComments(line: string, wasComment: boolean): { readonly text: string; readonly isComment: boolean } {
  let text = ''
  let at = 0
  let isComment = wasComment
  for (;;) {
    const end = isComment ? line.indexOf('-->', at) : beginOfComment(line, at)
    if (!isComment) text += end === -1 ? line.slice(at) : `${line.slice(at, end)} `
    if (end === -1) return { text, isComment }
    at = end + (isComment ? 3 : 4)
    isComment = !isComment
  }
}

function beginOfComment(line: string, from: number): number {
  for (let at = line.indexOf('<!--', from); at !== -1; at = line.indexOf('<!--', at + 4)) {
    if (line.slice(from, at).split('`').length % 2 === 1) return at
  }
  return -1
}

function pathsIn(line: string): readonly string[] {
  const pieces = line.split(/(`+)/)
  const paths: string[] = []
  for (let i = 0; i < pieces.length; i += 2) {
    for (const [, path = ''] of pieces[i]?.matchAll(mention) ?? []) paths.push(withoutEnd(path))
    // Code is between two marks of as many backticks; a mark without a partner is only characters.
    i = Math.max(i, pieces.indexOf(pieces[i + 1] ?? '', i + 2) - 1)
  }
  return paths
}

/** Removes the end of a sentence, the name of a section and the backslashes of spaces; other backslashes separate names. */
function withoutEnd(path: string): string {
  let end = path.length
  while (end > 0 && sentenceEnd.test(path.charAt(end - 1))) end--
  const section = path.search(endOfName)
  const name = path.slice(0, section === -1 ? end : section + '.md'.length)
  return name.replaceAll('\\ ', ' ').replaceAll('\\', '/')
}

function inWorkspace(path: string, by: string): string {
  if (path.startsWith('/')) return path
  // The home folder is outside, wherever it is.
  return path.startsWith('~/') ? `/${path}` : posix.join(posix.dirname(by), path)
}

/** Returns the use of a file that has a place of its own in the context, which says who sees it. */
function useOf(path: string): WorkspaceUse | undefined {
  const name = path.toLowerCase()
  if (name.startsWith('memory/')) return 'memory'
  return workspaceFiles.find((file) => file.use && file.name.toLowerCase() === name)?.use
}

/** Whether only private sessions see files of this use. */
function isPersonal(use: WorkspaceUse | undefined): boolean {
  return use === 'user' || use === 'memory'
}

function problemOf(
  file: FileText,
  by: string,
  isSure: boolean,
  use: WorkspaceUse | undefined,
  isDeep: boolean,
  left: number,
): readonly Notice[] {
  const { state, from, text } = file
  const details = { file: from, importedBy: by }
  const unread = (why: string, fix: string): readonly Notice[] => [
    notice('FILE_NOT_USED', [`${from} was not read: ${by} imports it, but ${why}.`, fix], from, details),
  ]
  if (state === 'text' && isPersonal(use)) {
    return unread('only private sessions see it, in its own place', 'Move what every session may see to another file.')
  }
  if (state === 'text') {
    const why = isDeep ? `${maxDepth} levels deep` : `${left} more characters`
    if (!isDeep && text.length <= left) return []
    return unread(`imports are read up to a limit (${why})`, 'Shorten the files, or raise `maxChars`.')
  }
  // A name without a file, or of a folder, is hardly an import.
  if (!isSure && (state === 'missing' || file.notices.some(({ code }) => code === 'FILE_NOT_A_FILE'))) return []
  if (state === 'refused') return file.notices.map((one) => Object.freeze({ ...one, details }))
  const sentences = [`${by} imports ${from}, which does not exist.`, 'Create the file, or correct the path.'] as const
  return [notice('FILE_MISSING', sentences, from, details)]
}
