import { createHash } from 'node:crypto'
import type { MemoryEntry } from '@lamella/core'
import { dateSpan } from '@lamella/store'
import { known, parsedJson } from '../json.ts'
import { noDate, type Own, unquoted } from './own-comment.ts'
import { type Block, type PlacedBlock, type PlacedBlocks, placeBlocks } from './split.ts'

/** Where entries come from. */
export interface EntryOrigin {
  readonly from: string
  /** Day of a dated note. */
  readonly date?: string
}

/** An entry, its store's comment, and its lines. */
export interface FoundEntry {
  readonly entry: MemoryEntry
  readonly own: Own | undefined
  readonly lines: PlacedBlock['lines']
}

/**
 * Reads the entries of one memory file. The id is derived from an entry's text, its headings and the day, so it stays
 * the same when the file is reordered or an importance is added. An entry created by a store keeps its assigned id and
 * its exact text, wherever it is moved.
 */
export function readEntries(text: string, origin: EntryOrigin): readonly FoundEntry[] {
  return findEntries(placeBlocks(text), origin)
}

/** Converts blocks to entries. */
export function findEntries({ blocks }: PlacedBlocks, origin: EntryOrigin): readonly FoundEntry[] {
  return blocks.map(({ block, lines }) => ({ entry: toEntry(block, origin), own: block.own, lines }))
}

/** Makes ids unique: entries with the same id get numbers (`-2`, `-3`), in order. */
export function numberDuplicates<Found extends FoundEntry>(found: readonly Found[]): readonly Found[] {
  const seen = new Map<string, number>()
  return found.map((one) => {
    const { entry } = one
    const count = (seen.get(entry.id) ?? 0) + 1
    seen.set(entry.id, count)
    return count === 1 ? one : { ...one, entry: Object.freeze({ ...entry, id: `${entry.id}-${count}` }) }
  })
}

/** Returns the revision in the store's comment. */
export function revisionOf({ revision }: Own): number {
  const number = Number(revision ?? 1)
  return Number.isSafeInteger(number) && number > 0 ? number : 1
}

function toEntry(block: Block, { from, date: day }: EntryOrigin): MemoryEntry {
  const { path, text, importance, own } = block
  const date = own?.date === undefined ? day : ownDate(own.date, day)
  const tags =
    (own?.tags === undefined ? undefined : tagsOf(own.tags)) ?? (block.tags.length > 0 ? block.tags : undefined)
  const entry = {
    id: own ? own.id : entryId(path, text, date),
    // Text that was edited to replace the quoted text is used unchanged.
    text: own ? ((own.form === 'json' ? unquoted(text) : undefined) ?? text) : inContext(path, text),
    from,
    date,
    speaker: own?.speaker,
    session: own?.session,
    importance,
    tags: tags && Object.freeze([...tags]),
  }
  return Object.freeze(known(entry))
}

function tagsOf(json: string): readonly string[] | undefined {
  const tags = parsedJson(json)
  return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : undefined
}

/** A date edited by hand may be invalid. */
function ownDate(date: string, day: string | undefined): string | undefined {
  if (date === noDate) return undefined
  try {
    dateSpan('date', date)
    return date
  } catch {
    return day
  }
}

/** Prefixes the text with its headings, so that it can be understood and found on its own. */
function inContext(path: readonly string[], text: string): string {
  if (path.length === 0) return text
  const headings = path.join(' > ')
  if (text === '') return headings
  return text.includes('\n') ? `${headings}:\n${text}` : `${headings}: ${text}`
}

/** Returns 96 bits of a hash: the chance that any two of a million entries collide is about 10^-17. */
function entryId(path: readonly string[], text: string, date = ''): string {
  const hash = createHash('sha256').update(JSON.stringify([date, path, text]))
  return `m-${hash.digest('base64url').slice(0, 16)}`
}
