import type { StoredMemory } from '@lamella/store'
import { fsError } from '../errors.ts'
import type { FoundEntry } from '../memory/entry.ts'
import { entryLines, storedFrom, sumOf } from './entry-lines.ts'
import { type MemoryFile, memoryFile } from './memory-file.ts'
import { insertLines, removeLines, replaceLines, topEnd } from './text-lines.ts'

/**
 * Returns the text of a file after adding an entry or replacing an existing one. New entries go below the entries
 * without a heading. The meaning of all other content stays the same, as the reader parses it.
 *
 * @throws LamellaError `MEMORY_FILE_UNFIT` when the entry fits nowhere
 */
export function withEntry(file: MemoryFile, entry: StoredMemory, inPlaceOf: FoundEntry | undefined): string {
  const lines = entryLines(entry, file.day, inPlaceOf?.own?.others)
  const isGood = (text: string): boolean => {
    const now = memoryFile(file, text)
    const own = now.found.find((one) => one.own?.id === entry.id && isSameEntry(one, entry))
    return own !== undefined && hasSameMeaning(file, inPlaceOf, now, own)
  }
  const good = first(formsWith(file, lines, inPlaceOf), isGood)
  if (good === undefined) throw unfit(file, 'has an unclosed code fence or comment', 'Close it.')
  return good
}

/** Returns the text of a file without one of its entries. */
export function withoutEntry(file: MemoryFile, entry: FoundEntry): string {
  const { start, end } = entry.lines ?? { start: 0, end: 0 }
  const good = first(removeLines(file.text, start, end), (text) => {
    return hasSameMeaning(file, entry, memoryFile(file, text), undefined)
  })
  if (good === undefined) throw unfit(file, 'would change its meaning without that entry', 'Delete the entry by hand.')
  return good
}

function* formsWith(
  { text, firstHeading }: MemoryFile,
  lines: readonly string[],
  inPlaceOf: FoundEntry | undefined,
): Generator<string> {
  if (inPlaceOf?.lines) {
    const { start, end } = inPlaceOf.lines
    yield* replaceLines(text, lines, start, end)
    // At its old place the entry would change the meaning of its surroundings.
    for (const without of removeLines(text, start, end)) yield* insertLines(without, lines, 0)
    return
  }
  yield* insertLines(text, lines, topEnd(text, firstHeading))
  yield* insertLines(text, lines, 0)
  yield* insertLines(text, lines, topEnd(text, undefined))
}

function first<Value>(values: Iterable<Value>, isGood: (value: Value) => boolean): Value | undefined {
  for (const value of values) if (isGood(value)) return value
  return undefined
}

/** Checks whether the parser read the entry as intended. */
function isSameEntry(one: FoundEntry, { revision, ...wanted }: StoredMemory): boolean {
  const { revision: now, ...stored } = storedFrom(one)
  return now === revision && sumOf(stored) === sumOf(wanted)
}

/** Checks whether everything except one entry still has the same meaning. */
function hasSameMeaning(
  before: MemoryFile,
  beforeOne: FoundEntry | undefined,
  now: MemoryFile,
  nowOne: FoundEntry | undefined,
): boolean {
  const others = (file: MemoryFile, one: FoundEntry | undefined): readonly string[] =>
    file.found.filter(({ lines }) => lines !== one?.lines).map(fingerprint)
  // A heading may end up alone when its only entry is removed, but no heading may disappear.
  const headings = new Set(now.headings.map(fingerprint))
  return (
    isSameList(others(before, beforeOne), others(now, nowOne)) &&
    before.headings.every((heading) => headings.has(fingerprint(heading)))
  )
}

/** Everything that is parsed from an entry. */
function fingerprint({ entry, own }: FoundEntry): string {
  const { id, text, date, importance, tags } = entry
  return JSON.stringify([id, text, date, importance, tags, own])
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}

/** Creates the error for a file that must not be changed. */
export function unfit({ from, path }: Pick<MemoryFile, 'from' | 'path'>, problem: string, fix: string): Error {
  return fsError('MEMORY_FILE_UNFIT', `The memory file '${path}' ${problem}.`, fix, { file: from })
}
