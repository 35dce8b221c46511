import {
  type Checks,
  checkOptions,
  type MemoryEntries,
  type MemoryEntry,
  type MemorySource,
  mustBeWhole,
  type Notice,
} from '@lamella/core'
import { notice } from '../notices.ts'
import { byCodeUnits } from '../order.ts'
import type { FileReader, FileText, Listing } from '../read/file-reader.ts'
import { numberDuplicates, readEntries } from './entry.ts'
import { type NoteName, parseNoteName } from './note-name.ts'

/** How memory is read. */
export interface MemoryFilesOptions {
  /** Most UTF-16 units of MEMORY.md; the rest of the file is left out. Default 1,000,000. */
  readonly maxChars?: number
  /** Most UTF-16 units of one dated note; of a longer one the end is kept, which is the newest. Default 100,000. */
  readonly maxNoteChars?: number
  /** Most dated notes, the newest; 0 reads none. Default 400. */
  readonly maxNotes?: number
}

/** Checks for the options of `memoryFiles`. */
export const memoryChecks: Checks<MemoryFilesOptions> = {
  maxChars: mustBeWhole(0),
  maxNoteChars: mustBeWhole(0),
  maxNotes: mustBeWhole(0),
}

/** Curated memory in the root, in two spellings; of a folder that has both the first is read. */
const spellings = ['MEMORY.md', 'memory.md']

/**
 * What a workspace remembers: the entries of `memory/MEMORY.md` and of `MEMORY.md` (or `memory.md`) in the root, then those
 * of the dated notes `memory/YYYY-MM-DD.md` and `-<slug>.md`, oldest first. Always fresh: every call looks at each file,
 * and reads those that changed.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { entries, notices } = await memoryFiles(reader).entries({ tenant: 'acme' }, { signal })
 */
export function memoryFiles(reader: FileReader, options: MemoryFilesOptions = {}): MemorySource {
  checkOptions('memoryFiles', options, memoryChecks)
  const { maxChars = 1_000_000, maxNoteChars = 100_000, maxNotes = 400 } = options
  // The reader gives the same object for a file that did not change, so the objects themselves are the keys.
  const parsed = new WeakMap<FileText, readonly MemoryEntry[]>()
  let last: { readonly key: readonly unknown[]; readonly result: MemoryEntries } | undefined

  function entriesOf(file: FileText, date?: string): readonly MemoryEntry[] {
    let entries = parsed.get(file)
    if (!entries) {
      entries = readEntries(file.text, date === undefined ? { from: file.from } : { from: file.from, date })
      parsed.set(file, entries)
    }
    return entries
  }

  return {
    async entries(_scope, { signal }) {
      // What is there is listed first: to ask for files that are not costs more than the two lists.
      const [root, folder] = await Promise.all([reader.list('.', signal), reader.list('memory', signal)])
      const [files, notes] = await Promise.all([
        // With a cut text the headings behind the cut would be wrong, so only the beginning is kept, or only the end.
        Promise.all(curatedIn(root, folder).map((path) => reader.read(path, { maxChars, head: 1, signal }))),
        readNotes(reader, folder, maxNotes, maxNoteChars, signal),
      ])
      const all: readonly DatedFile[] = [...distinct(files).map((file) => ({ file })), ...notes.files]
      const key = [...all.map(({ file }) => file), ...notes.notices.map(({ message }) => message)]
      if (last && isEqual(last.key, key)) return last.result
      const entries = all.flatMap(({ file, date }) => entriesOf(file, date))
      const notices = [...all.flatMap(({ file }) => file.notices), ...notes.notices]
      const result = Object.freeze({ entries: numberDuplicates(entries), notices: Object.freeze(notices) })
      last = { key, result }
      return result
    },
  }
}

interface DatedFile {
  readonly file: FileText
  readonly date?: string
}

interface Notes {
  readonly files: readonly DatedFile[]
  readonly notices: readonly Notice[]
}

/** Paths of the curated files that are there. */
function curatedIn(root: Listing, folder: Listing): readonly string[] {
  const has = (listing: Listing, name: string): boolean => listing.entries.some((entry) => entry.name === name)
  const inRoot = spellings.find((name) => has(root, name))
  return [...(has(folder, 'MEMORY.md') ? ['memory/MEMORY.md'] : []), ...(inRoot === undefined ? [] : [inRoot])]
}

/** Without files that say the same: one is then a link to the other. */
function distinct(files: readonly FileText[]): readonly FileText[] {
  return files.filter((file, i) => file.text === '' || files.findIndex(({ text }) => text === file.text) === i)
}

async function readNotes(
  reader: FileReader,
  { entries, notices }: Listing,
  maxNotes: number,
  maxChars: number,
  signal: AbortSignal,
): Promise<Notes> {
  if (maxNotes === 0) return { files: [], notices: [] }
  const names = entries
    .map(({ name }) => parseNoteName(name))
    .filter((note): note is NoteName => note !== undefined)
    .sort((a, b) => byCodeUnits(a.name, b.name))
  const omitted = Math.max(0, names.length - maxNotes)
  const files = await Promise.all(
    names.slice(omitted).map(async ({ date, name }) => ({
      date,
      file: await reader.read(`memory/${name}`, { maxChars, head: 0, signal }),
    })),
  )
  return { files, notices: omitted === 0 ? notices : [...notices, tooMany(omitted, maxNotes)] }
}

function tooMany(omitted: number, maxNotes: number): Notice {
  const message = `${omitted} dated notes older than the newest ${maxNotes} were left out. Raise maxNotes to have them.`
  return notice('NOTES_OMITTED', message, 'memory')
}

function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}
