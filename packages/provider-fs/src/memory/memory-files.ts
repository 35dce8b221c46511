import type { MemorySource, Notice } from '@lamella/core'
import { type Checks, checkOptions, type MemoryEntries, mustBeWhole } from '@lamella/core/plugin'
import { sameNotice } from '../conventions/unused-files.ts'
import { namesOf } from '../conventions/workspace-files.ts'
import { notice } from '../notices.ts'
import { byCodeUnits } from '../order.ts'
import type { FileReader, FileText } from '../read/file-reader.ts'
import type { DirectoryEntry } from '../read/file-system.ts'
import { createScan } from '../read/scan.ts'
import { type FoundEntry, numberDuplicates, readEntries } from './entry.ts'
import { type NoteName, parseNoteName } from './note-name.ts'

/** Options for reading memory. */
export interface MemoryFilesOptions {
  /** The maximum number of UTF-16 units in MEMORY.md; the rest of the file is left out. Default 1,000,000. */
  readonly maxChars?: number
  /**
   * The maximum number of UTF-16 units in one dated note; a longer note keeps its end, which is the newest part.
   * Default 100,000.
   */
  readonly maxNoteChars?: number
  /** The maximum number of dated notes, the newest first; 0 reads none. Default 400. */
  readonly maxNotes?: number
}

/** Checks for the options of `memoryFiles`. */
export const memoryChecks: Checks<MemoryFilesOptions> = {
  maxChars: mustBeWhole(0),
  maxNoteChars: mustBeWhole(0),
  maxNotes: mustBeWhole(0),
}

/** The number of files that are not read and have a notice each. */
const maxNamed = 20

/** Curated memory in the root, in two spellings; if a folder has both, the first is read and a notice names the other. */
const spellings = namesOf('memory')

/**
 * Creates a source of a workspace's memory: the entries of `memory/MEMORY.md` and of `MEMORY.md` (or `memory.md`) in
 * the root, then those of the dated notes `memory/YYYY-MM-DD.md` and `-<slug>.md`, oldest first. Always fresh: every
 * call checks each file and reads those that changed.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { entries, notices } = await memoryFiles(reader).entries({ tenant: 'acme' }, { signal })
 */
export function memoryFiles(reader: FileReader, options: MemoryFilesOptions = {}): MemorySource {
  checkOptions('memoryFiles', options, memoryChecks)
  const { maxChars = 1_000_000, maxNoteChars = 100_000, maxNotes = 400 } = options
  // The reader returns the same object for an unchanged file, so the objects themselves are the keys.
  const parsed = new WeakMap<FileText, readonly FoundEntry[]>()
  let last: { readonly key: readonly unknown[]; readonly result: MemoryEntries } | undefined

  function entriesOf(file: FileText, date?: string): readonly FoundEntry[] {
    let entries = parsed.get(file)
    if (!entries) {
      entries = readEntries(file.text, date === undefined ? { from: file.from } : { from: file.from, date })
      parsed.set(file, entries)
    }
    return entries
  }

  // After a gap in the text the headings would be wrong, so only the beginning or only the end is kept.
  const load = (path: string, signal: AbortSignal | undefined): Promise<FileText> => {
    const isNote = path.startsWith('memory/') && path !== 'memory/MEMORY.md'
    const limit = isNote ? { maxChars: maxNoteChars, head: 0 } : { maxChars, head: 1 }
    return reader.read(path, { ...limit, ...(signal && { signal }) })
  }

  const scanRoot = createScan(async (signal) => {
    const { entries } = await reader.list('.', signal)
    const found = spellings.filter((spelling) => entries.some((entry) => entry.name === spelling))
    const [name] = found
    const unused = found.slice(1).map((spelling) => sameNotice(spelling, `${name}`, 'spelling'))
    return { listing: unused, names: name === undefined ? [] : [name] }
  }, load)
  const scanFolder = createScan(async (signal) => {
    const { entries, notices } = await reader.list('memory', signal)
    const isThere = entries.some(({ name }) => name === 'MEMORY.md')
    const notes = maxNotes === 0 ? [] : notesAmong(entries)
    const omitted = Math.max(0, notes.length - maxNotes)
    // Texts that somebody may take for memory, but that are no dated notes.
    const texts = entries.filter(({ name }) => isText(name) && name !== 'MEMORY.md' && !parseNoteName(name))
    const others = [...texts.map(({ name }) => name), ...(await foldersWithTexts(entries, signal))].sort(byCodeUnits)
    const left = omitted === 0 ? [] : [tooMany(omitted, maxNotes)]
    const folderNotices = [...notices, ...left, ...notRead(others)]
    const dates = notes.slice(omitted)
    const names = [...(isThere ? ['memory/MEMORY.md'] : []), ...dates.map(({ name }) => `memory/${name}`)]
    return { listing: { notices: folderNotices, dates, isThere }, names }
  }, load)

  /** Returns the folders in which somebody may expect memory to be read. */
  async function foldersWithTexts(
    entries: readonly DirectoryEntry[],
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]> {
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    const inside = await Promise.all(folders.map(({ name }) => reader.list(`memory/${name}`, signal)))
    const hasTexts = inside.map((list) => list.entries.some((entry) => entry.isDirectory() || isText(entry.name)))
    return folders.filter((_, i) => hasTexts[i]).map(({ name }) => `${name}/`)
  }

  return {
    async entries(_scope, { signal }) {
      const [root, folder] = await Promise.all([scanRoot(signal), scanFolder(signal)])
      const { notices: ofFolder, dates, isThere } = folder.listing
      const listNotices = [...ofFolder, ...root.listing]
      const files = [...folder.results.slice(0, isThere ? 1 : 0), ...root.results]
      // Of two with the same text, one may be a link to the other.
      const curated = files.filter(({ text }, i) => text === '' || files.findIndex((one) => one.text === text) === i)
      const notes = folder.results.slice(isThere ? 1 : 0).map((file, i): DatedFile => ({ file, date: dates[i]?.date }))
      const all: readonly DatedFile[] = [...curated.map((file) => ({ file, date: undefined })), ...notes]
      const key = [...all.map(({ file }) => file), ...listNotices.map(({ what }) => what)]
      if (last?.key.length === key.length && key.every((one, i) => one === last?.key[i])) return last.result
      const found = numberDuplicates(all.flatMap(({ file, date }) => entriesOf(file, date)))
      const notices = [...all.flatMap(({ file }) => file.notices), ...listNotices]
      const result = Object.freeze({ entries: found.map(({ entry }) => entry), notices: Object.freeze(notices) })
      last = { key, result }
      return result
    },
  }
}

interface DatedFile {
  readonly file: FileText
  readonly date: string | undefined
}

/** Returns the dated notes among a folder's entries, oldest first. */
function notesAmong(entries: readonly DirectoryEntry[]): readonly NoteName[] {
  return entries.flatMap(({ name }) => parseNoteName(name) ?? []).sort((a, b) => byCodeUnits(a.name, b.name))
}

function isText(name: string): boolean {
  return !name.startsWith('.') && /\.(?:md|markdown|txt)$/i.test(name)
}

/** Names files that are not read, the first ones each. */
function notRead(names: readonly string[]): readonly Notice[] {
  const fix =
    'Rename it to MEMORY.md or to its day, such as 2026-03-13.md or 2026-03-13-launch.md; or move it elsewhere.'
  const named = names.slice(0, maxNamed).map((name) => {
    const file = `memory/${name}`
    const advice = name.endsWith('/') ? 'Move its notes up, or move them elsewhere.' : fix
    return notice('FILE_NOT_USED', [`${file} is not read.`, advice], file, { file })
  })
  const count = names.length - named.length
  if (count === 0) return named
  const what = `${count} more files in memory/ are not read.`
  return [...named, notice('FILE_NOT_USED', [what, 'Rename them, or move them elsewhere.'], 'memory', { count })]
}

function tooMany(omitted: number, maxNotes: number): Notice {
  const what = `${omitted} dated notes older than the newest ${maxNotes} were left out.`
  return notice('NOTES_OMITTED', [what, 'Raise `maxNotes` to read them.'], 'memory', { omitted, maxNotes })
}
