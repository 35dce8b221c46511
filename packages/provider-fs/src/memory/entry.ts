import { createHash } from 'node:crypto'
import type { MemoryEntry } from '@lamella/core'
import { type Block, splitMemory } from './split.ts'

/** Where entries come from. */
export interface EntryOrigin {
  readonly from: string
  /** Day of a dated note. */
  readonly date?: string
}

/**
 * The entries of one memory file. The id follows from what an entry says, the headings it stands under and the day; so it
 * stays the same when the file is sorted anew, and when an importance is written behind it.
 */
export function readEntries(text: string, origin: EntryOrigin): readonly MemoryEntry[] {
  return splitMemory(text).map((block) => toEntry(block, origin))
}

/** Gives entries of the same id numbers (`-2`, `-3`), in order: ids are unique. */
export function numberDuplicates(entries: readonly MemoryEntry[]): readonly MemoryEntry[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const count = (seen.get(entry.id) ?? 0) + 1
    seen.set(entry.id, count)
    return count === 1 ? entry : Object.freeze({ ...entry, id: `${entry.id}-${count}` })
  })
}

function toEntry(block: Block, { from, date }: EntryOrigin): MemoryEntry {
  const { path, text, importance, tags } = block
  return Object.freeze({
    id: entryId(path, text, date),
    text: inContext(path, text),
    from,
    ...(date === undefined ? {} : { date }),
    ...(importance === undefined ? {} : { importance }),
    ...(tags.length === 0 ? {} : { tags: Object.freeze([...tags]) }),
  })
}

/** With its headings before it, so that it can be understood, and found, alone. */
function inContext(path: readonly string[], text: string): string {
  if (path.length === 0) return text
  const headings = path.join(' > ')
  if (text === '') return headings
  return text.includes('\n') ? `${headings}:\n${text}` : `${headings}: ${text}`
}

/** 96 bits of a hash: two of a million entries share them with a chance of about 10^-17. */
function entryId(path: readonly string[], text: string, date = ''): string {
  const hash = createHash('sha256').update(JSON.stringify([date, path, text]))
  return `m-${hash.digest('base64url').slice(0, 16)}`
}
