import type { StoredMemory } from '@lamella/core/store'
import { fsError } from '../errors.ts'
import type { FoundEntry } from '../memory/entry.ts'
import { entryLines, storedFrom, sumOf } from './entry-lines.ts'
import { type MemoryFile, memoryFile } from './memory-file.ts'
import { insteadOfLines, topEnd, withLines, withoutLines } from './text-lines.ts'

/**
 * The text of a file with an entry, in the place of one that stands in it, or new: below what stands under no heading.
 * Nothing that others have written says something else then, by the way it is read.
 *
 * @throws LamellaError `MEMORY_FILE_UNFIT` when there is no place for it
 */
export function withEntry(file: MemoryFile, entry: StoredMemory, inPlaceOf: FoundEntry | undefined): string {
  const lines = entryLines(entry, file.day)
  const isGood = (text: string): boolean => {
    const now = memoryFile(file, text)
    const own = now.found.find((one) => one.own?.id === entry.id && isThis(one, entry))
    return own !== undefined && saysTheSame(file, inPlaceOf, now, own)
  }
  const good = first(formsWith(file, lines, inPlaceOf), isGood)
  if (good === undefined) throw unfit(file, 'has a code fence or a comment that is never closed', 'Close it.')
  return good
}

/** The text of a file without an entry that stands in it. */
export function withoutEntry(file: MemoryFile, entry: FoundEntry): string {
  const { start, end } = entry.lines ?? { start: 0, end: 0 }
  const good = first(withoutLines(file.text, start, end), (text) => {
    return saysTheSame(file, entry, memoryFile(file, text), undefined)
  })
  if (good === undefined) throw unfit(file, 'would say something else without that entry', 'Delete it by hand.')
  return good
}

function* formsWith(
  { text, firstHeading }: MemoryFile,
  lines: readonly string[],
  inPlaceOf: FoundEntry | undefined,
): Generator<string> {
  if (inPlaceOf?.lines) {
    const { start, end } = inPlaceOf.lines
    yield* insteadOfLines(text, lines, start, end)
    // Where it stands it would change the meaning of what is around it.
    for (const without of withoutLines(text, start, end)) yield* withLines(without, lines, 0)
    return
  }
  yield* withLines(text, lines, topEnd(text, firstHeading))
  yield* withLines(text, lines, 0)
  yield* withLines(text, lines, topEnd(text, undefined))
}

function first<Value>(values: Iterable<Value>, isGood: (value: Value) => boolean): Value | undefined {
  for (const value of values) if (isGood(value)) return value
  return undefined
}

/** Whether what is read is what was to be written. */
function isThis(one: FoundEntry, { revision, ...wanted }: StoredMemory): boolean {
  const { revision: now, ...stored } = storedFrom(one)
  return now === revision && sumOf(stored) === sumOf(wanted)
}

/** Whether a file says of everything but one entry what it said before. */
function saysTheSame(
  before: MemoryFile,
  beforeOne: FoundEntry | undefined,
  now: MemoryFile,
  nowOne: FoundEntry | undefined,
): boolean {
  const others = (file: MemoryFile, one: FoundEntry | undefined): readonly string[] =>
    file.found.filter(({ lines }) => lines !== one?.lines).map(fingerprint)
  // A heading may be alone when the only entry below it is gone, but none may vanish.
  const headings = new Set(now.headings.map(fingerprint))
  return (
    isSameList(others(before, beforeOne), others(now, nowOne)) &&
    before.headings.every((heading) => headings.has(fingerprint(heading)))
  )
}

/** All that is read of an entry. */
function fingerprint({ entry, own }: FoundEntry): string {
  const { id, text, date, importance, tags } = entry
  return JSON.stringify([id, text, date, importance, tags, own])
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}

/** The error for a file that must not be changed. */
export function unfit({ from, path }: Pick<MemoryFile, 'from' | 'path'>, problem: string, fix: string): Error {
  return fsError('MEMORY_FILE_UNFIT', `The memory file '${path}' ${problem}.`, fix, { file: from })
}
